import { useId } from 'react'
import { Link } from 'react-router'
import { mapAddress } from '../../domain/map/map-query.ts'
import type { ThreatFlow } from '../../domain/threat-replay/threat-flow.ts'
import { THREAT_CATEGORY_TITLES } from '../../domain/threats/threat-category.ts'
import { CategoryShape } from './category-shape.tsx'
import styles from './flow-list.module.css'

/** O-04: what just flew, or while nothing moves the largest flows. Rows stay in place and change what they say. */
export function FlowList({
  title,
  flows,
  centersPath,
  onHeld,
}: {
  title: string
  flows: readonly ThreatFlow[]
  /** The Data Center Map, where this cloud has one. */
  centersPath: string | undefined
  /** Told when somebody points at the list, and when not any more: nothing changes under a finger. */
  onHeld(isHeld: boolean): void
}) {
  const titleId = useId()
  return (
    <section
      className={styles.list}
      aria-labelledby={titleId}
      onMouseEnter={() => onHeld(true)}
      onMouseLeave={() => onHeld(false)}
      onFocus={() => onHeld(true)}
      onBlur={() => onHeld(false)}
    >
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <p>Blocked that day</p>
      </header>
      <ol className={styles.flows}>
        {flows.map((flow, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is a place, and nothing moves when it says something else
          <li key={row} className={styles.flow}>
            <CategoryShape category={flow.category} />
            <p className={styles.what}>
              <b>{flow.family}</b> <span>{THREAT_CATEGORY_TITLES[flow.category]}</span>
            </p>
            <p className={styles.blocked}>{flow.blocked.toLocaleString('en-US')}</p>
            <p className={styles.way}>
              {flow.country_name} <span aria-hidden="true">→</span>
              <span className="hidden">to</span> <Center flow={flow} centersPath={centersPath} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Center({ flow, centersPath }: { flow: ThreatFlow; centersPath: string | undefined }) {
  const { name } = flow.data_center
  if (centersPath === undefined) return name
  return <Link to={mapAddress(centersPath, { search: name })}>{name}</Link>
}
