import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { mapAddress } from '../../domain/map/map-query.ts'
import { blockedIn, type ThreatFlow } from '../../domain/threat-replay/threat-flow.ts'
import {
  byDataCenter,
  byFamily,
  bySource,
  type Ranked,
  ranked,
} from '../../domain/threat-replay/top-threats.ts'
import { exactNumber, shareWords } from '../../domain/threats/number-words.ts'
import { THREAT_CATEGORY_TITLES } from '../../domain/threats/threat-category.ts'
import { CategoryShape } from './category-shape.tsx'
import styles from './top-threats.module.css'

const ROWS_SHOWN = 8

/** O-04: the same in figures, for everyone whom a picture tells nothing, and for whoever wants to know exactly. */
export function TopThreats({
  flows,
  centersPath,
  children,
}: {
  flows: readonly ThreatFlow[]
  centersPath: string | undefined
  /** Where there are more figures. */
  children: ReactNode
}) {
  return (
    <div className={styles.tables}>
      <TopTable title="Where they came from" column="Country" many="countries" rows={ranked(flows, bySource)}>
        {({ country_name }) => country_name}
      </TopTable>
      <TopTable
        title="Where they were stopped"
        column="Data center"
        many="data centers"
        rows={ranked(flows, byDataCenter)}
      >
        {({ data_center: { name } }) =>
          centersPath === undefined ? (
            name
          ) : (
            <Link to={mapAddress(centersPath, { search: name })}>{name}</Link>
          )
        }
      </TopTable>
      <TopTable title="What they were" column="Family" many="families" rows={ranked(flows, byFamily)}>
        {({ family, category }) => (
          <>
            <CategoryShape category={category} /> {family}
            <span className="hidden">, {THREAT_CATEGORY_TITLES[category]}</span>
          </>
        )}
      </TopTable>
      <div className={styles.onward}>{children}</div>
    </div>
  )
}

function TopTable({
  title,
  column,
  many,
  rows,
  children,
}: {
  title: string
  column: string
  many: string
  rows: readonly Ranked[]
  children(example: ThreatFlow): ReactNode
}) {
  const titleId = useId()
  const [shown, others] = [rows.slice(0, ROWS_SHOWN), rows.slice(ROWS_SHOWN)]
  const most = rows[0]?.blocked ?? 0
  const all = blockedIn(rows)
  return (
    <section className={styles.top}>
      <h2 id={titleId}>{title}</h2>
      <table aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col">Blocked</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, example, blocked }) => (
            <tr key={key}>
              <th scope="row">
                {children(example)}
                <Bar part={blocked / most} />
              </th>
              <td>{exactNumber(blocked)}</td>
              <td>{shareWords(blocked, all)}</td>
            </tr>
          ))}
        </tbody>
        {others.length > 0 && (
          <tfoot>
            <tr>
              <th scope="row">{`${others.length} more ${many}`}</th>
              <td>{exactNumber(blockedIn(others))}</td>
              <td>{shareWords(blockedIn(others), all)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

function Bar({ part }: { part: number }) {
  return (
    <svg className={styles.bar} aria-hidden="true" focusable="false">
      <rect width={`${(100 * part).toFixed(1)}%`} height="100%" />
    </svg>
  )
}
