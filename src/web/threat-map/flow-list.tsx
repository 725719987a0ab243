import { useId } from 'react'
import { Link } from 'react-router'
import { mapAddress } from '../../domain/map/map-query.ts'
import { exactNumber } from '../../domain/threats/number-words.ts'
import { THREAT_CATEGORY_TITLES } from '../../domain/threats/threat-category.ts'
import { CategoryShape } from '../threats/category-shape.tsx'
import styles from './flow-list.module.css'
import { wayOf } from './still-arcs.ts'
import type { ThreatFlow } from './threat-flow.ts'
import type { Latest } from './use-replay.ts'

/** O-04: what just flew, or while nothing moves the largest flows. Its size never changes. */
export function FlowList({
  title,
  latest,
  centersPath,
  onHeld,
  litWay,
  onLight,
}: {
  title: string
  latest: Latest
  /** The Data Center Map, where this cloud has one. */
  centersPath: string | undefined
  /** Told when somebody points at the list, and when not any more: no link changes before it is pressed. */
  onHeld(isHeld: boolean): void
  /** What somebody points at, here or on the map. */
  litWay: string | undefined
  onLight(way: string | undefined): void
}) {
  const titleId = useId()
  return (
    <section
      className={styles.list}
      aria-labelledby={titleId}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onHeld(true)}
      onPointerLeave={() => onHeld(false)}
      onFocus={() => onHeld(true)}
      onBlur={() => onHeld(false)}
    >
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <p>Blocked that day</p>
      </header>
      <ol className={styles.flows}>
        {latest.flows.map((flow, row) => (
          // Written anew with every arc: what is new has not moved, and so nothing on the page ever does.
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the same flow may come twice
            key={`${latest.turn} ${row}`}
            className={styles.flow}
            data-lit={wayOf(flow) === litWay ? '' : undefined}
            onPointerEnter={() => onLight(wayOf(flow))}
            onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onLight(undefined)}
            onFocus={() => onLight(wayOf(flow))}
            onBlur={() => onLight(undefined)}
          >
            <CategoryShape category={flow.category} />
            <p className={styles.what}>{flow.family}</p>
            <p className={styles.category}>{THREAT_CATEGORY_TITLES[flow.category]}</p>
            <p className={styles.blocked}>{exactNumber(flow.blocked)}</p>
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
