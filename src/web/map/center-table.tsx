import { Link } from 'react-router'
import { listAddress, WHOLE_LIST } from '../../domain/list-query.ts'
import { kindWords } from '../../domain/map/center-kind.ts'
import type { PageContext } from '../page.ts'
import { counted } from '../parts/words.ts'
import { listOfRecord } from '../record/list-of-record.ts'
import { CenterStatus } from './center-status.tsx'
import styles from './center-table.module.css'
import { KindIcon } from './kind-shape.tsx'
import { type MapCenter, type MapRegion, rowId } from './map-center.ts'
import { OpenRecords } from './open-records.tsx'

/** The same as on the map for those who would rather read: a table for each region. */
export function CenterTable({
  regions,
  isLookedFor,
  context,
}: {
  regions: readonly MapRegion[]
  isLookedFor: (center: MapCenter) => boolean
  context: PageContext
}) {
  return regions.map((region) => {
    const found = region.centers.filter(isLookedFor)
    if (found.length === 0) return null
    return <Region key={region.anchor} region={region} found={found} context={context} />
  })
}

function Region({
  region: { title, anchor, centers },
  found,
  context,
}: {
  region: MapRegion
  found: readonly MapCenter[]
  context: PageContext
}) {
  const list = listOfRecord({ post_type: 'incident' }, context)
  const all = counted(centers.length, 'data center')
  return (
    <section className={styles.region} id={anchor} aria-labelledby={`${anchor}-title`}>
      <header>
        <h2 id={`${anchor}-title`}>{title}</h2>
        <p>{found.length < centers.length ? `${found.length} of ${all}` : all}</p>
      </header>
      <table aria-labelledby={`${anchor}-title`}>
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
          {found.map((center) => (
            <tr key={center.tid} id={rowId(center)}>
              <th scope="row">{center.name}</th>
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
    </section>
  )
}
