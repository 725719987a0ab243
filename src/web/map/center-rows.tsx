import { Link } from 'react-router'
import { listAddress, WHOLE_LIST } from '../../domain/list-query.ts'
import type { PageContext } from '../page.ts'
import { listOfRecord } from '../record/list-of-record.ts'
import { kindWords } from './center-kind.ts'
import styles from './center-rows.module.css'
import { CenterStatus } from './center-status.tsx'
import { KindIcon } from './kind-shape.tsx'
import type { MapCenter } from './map-center.ts'
import { OpenRecords } from './open-records.tsx'

/** A table of data centers, each with a row that can be linked to. */
export function CenterRows({
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
    <table className={styles.rows} aria-labelledby={titleId}>
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
  )
}
