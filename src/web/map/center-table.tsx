import { Link } from 'react-router'
import { listAddress, WHOLE_LIST } from '../../domain/list-query.ts'
import { placePath } from '../../domain/place-address.ts'
import { counted } from '../../ui/parts/words.ts'
import type { PageContext } from '../page.ts'
import { listOfRecord } from '../record/list-of-record.ts'
import { CenterFold } from './center-fold.tsx'
import { kindWords } from './center-kind.ts'
import rowStyles from './center-rows.module.css'
import { CenterStar } from './center-star.tsx'
import { CenterStatus } from './center-status.tsx'
import styles from './center-table.module.css'
import { KindIcon } from './kind-shape.tsx'
import { type MapCenter, type MapRegion, rowId, troubleId } from './map-center.ts'
import { OpenRecords } from './open-records.tsx'
import { troubledOf } from './trouble-words.tsx'

export function CenterTable({
  regions,
  wanted,
  isSearching,
  context,
}: {
  regions: readonly MapRegion[]
  wanted: readonly MapCenter[]
  isSearching: boolean
  context: PageContext
}) {
  const troubled = troubledOf(wanted)
  const found = new Set(wanted)
  return (
    <>
      {troubled.length > 0 && !isSearching && (
        <section className={styles.region} aria-labelledby="trouble-title">
          <header>
            <h2 id="trouble-title">Not running normally</h2>
            <p>{counted(troubled.length, 'data center')}</p>
          </header>
          <CenterRows centers={troubled} idOf={troubleId} titleId="trouble-title" context={context} />
        </section>
      )}
      <div className={styles.regions}>
        {regions.map(({ title, anchor, centers }) => {
          const here = centers.filter((center) => found.has(center))
          if (here.length === 0) return null
          const all = counted(centers.length, 'data center')
          return (
            <CenterFold
              key={anchor}
              anchor={anchor}
              title={title}
              words={here.length < centers.length ? `${here.length} of ${all}` : all}
              isSearching={isSearching}
              holds={(id) => id === anchor || here.some((center) => rowId(center) === id)}
            >
              <CenterRows centers={here} idOf={rowId} titleId={`${anchor}-title`} context={context} />
            </CenterFold>
          )
        })}
      </div>
    </>
  )
}

function CenterRows({
  centers,
  idOf,
  titleId,
  context,
}: {
  centers: readonly MapCenter[]
  idOf: (center: MapCenter) => string
  titleId: string
  context: PageContext
}) {
  const list = listOfRecord({ post_type: 'incident' }, context)
  return (
    <table className={`${rowStyles.rows} ${styles.rows}`} aria-labelledby={titleId}>
      <thead>
        <tr>
          <th scope="col">Data center</th>
          <th scope="col">Place</th>
          <th scope="col">Kind</th>
          <th scope="col">Status</th>
          <th scope="col">Records</th>
        </tr>
      </thead>
      <tbody>
        {centers.map((center) => (
          <tr key={center.tid} id={idOf(center)}>
            <th scope="row">
              <span className={styles.named}>
                <Link to={placePath(context.cloud.domain, 'data-center', center.slug)}>{center.name}</Link>
                <CenterStar center={center} context={context} />
              </span>
            </th>
            <td>{center.place}</td>
            <td>
              <span className={styles.kinds}>
                <KindIcon kind={center.kinds[0]} /> {center.kinds.map(kindWords).join(', ')}
              </span>
            </td>
            <td>
              <CenterStatus state={center.state} />
            </td>
            <td>
              <OpenRecords open={center.open} context={context} />
              {list !== undefined && (
                <Link to={listAddress(list.path, { ...WHOLE_LIST, dataCenters: [center.tid] })}>
                  {list.name}
                  <span className="hidden"> of {center.name}</span>
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
