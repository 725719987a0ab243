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

/** O-04: the latest flows, or the largest while nothing moves. Its size never changes. */
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
  centersPath: string | undefined
  /** Called when the pointer enters or leaves the list: it must not change while a link is about to be pressed. */
  onHeld(isHeld: boolean): void
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
          // New keys with every arc, so that rows are replaced instead of moved: no layout shift.
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the same flow may appear twice
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
