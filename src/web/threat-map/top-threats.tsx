import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { mapAddress } from '../../domain/map/map-query.ts'
import { exactNumber, shareWords } from '../../domain/threats/number-words.ts'
import { THREAT_CATEGORY_TITLES } from '../../domain/threats/threat-category.ts'
import { CategoryShape } from '../threats/category-shape.tsx'
import { byDataCenter, byFamily, bySource, type Ranked, ranked } from './strongest-flows.ts'
import { blockedIn, type ThreatFlow } from './threat-flow.ts'
import styles from './top-threats.module.css'

const ROWS_SHOWN = 8

export function TopThreats({
  flows,
  all,
  centersPath,
  children,
}: {
  flows: readonly ThreatFlow[]
  /** The base of the shares: everything blocked that day, including what is not shown as a flow. */
  all: { blocked: number; words: string }
  centersPath: string | undefined
  children: ReactNode
}) {
  return (
    <div className={styles.tables}>
      <TopTable
        title="Where they came from"
        column="Country"
        many="countries"
        rows={ranked(flows, bySource)}
        all={all}
      >
        {({ country_name }) => country_name}
      </TopTable>
      <TopTable
        title="Where they were stopped"
        column="Data center"
        many="data centers"
        rows={ranked(flows, byDataCenter)}
        all={all}
      >
        {({ data_center: { name } }) =>
          centersPath === undefined ? (
            name
          ) : (
            <Link to={mapAddress(centersPath, { search: name })}>{name}</Link>
          )
        }
      </TopTable>
      <TopTable
        title="What they were"
        column="Family"
        many="families"
        rows={ranked(flows, byFamily)}
        all={all}
      >
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
  all,
  children,
}: {
  title: string
  column: string
  many: string
  rows: readonly Ranked[]
  all: { blocked: number; words: string }
  children(example: ThreatFlow): ReactNode
}) {
  const titleId = useId()
  const [shown, others] = [rows.slice(0, ROWS_SHOWN), rows.slice(ROWS_SHOWN)]
  const most = rows[0]?.blocked ?? 0
  const smaller = all.blocked - blockedIn(rows)
  return (
    <section className={styles.top}>
      <h2 id={titleId}>{title}</h2>
      <table aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col">Blocked</th>
            <th scope="col">
              Share<span className="hidden"> {all.words}</span>
            </th>
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
              <td>{shareWords(blocked, all.blocked)}</td>
            </tr>
          ))}
        </tbody>
        {others.length + smaller > 0 && (
          <tfoot>
            {others.length > 0 && (
              <tr>
                <th scope="row">{`${others.length} more ${many}`}</th>
                <td>{exactNumber(blockedIn(others))}</td>
                <td>{shareWords(blockedIn(others), all.blocked)}</td>
              </tr>
            )}
            {smaller > 0 && (
              <tr>
                <th scope="row">Other</th>
                <td>{exactNumber(smaller)}</td>
                <td>{shareWords(smaller, all.blocked)}</td>
              </tr>
            )}
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
