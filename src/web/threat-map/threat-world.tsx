import { memo, type Ref } from 'react'
import { projectPlace, WORLD } from '../../domain/map/world-projection.ts'
import { arcPath } from '../../domain/threat-replay/arc.ts'
import { stillArcs } from '../../domain/threat-replay/still-arcs.ts'
import type { ThreatFlow } from '../../domain/threat-replay/threat-flow.ts'
import { WorldGround } from '../world/world-ground.tsx'
import categories from './category.module.css'
import styles from './threat-world.module.css'

/** Nothing happens on the ice around the poles: the map ends within it. */
const NORTH_CUT_UNITS = 12
const SHOWN_HEIGHT_UNITS = 718

/**
 * O-04: the world, the day's largest flows as quiet lines, the data centers, and a layer for what flies. The list beside
 * it changes all the time, and this does not.
 */
export const ThreatWorld = memo(function ThreatWorld({
  flows,
  label,
  isMoving,
  flightsRef,
}: {
  flows: readonly ThreatFlow[]
  label: string
  isMoving: boolean
  flightsRef: Ref<SVGGElement>
}) {
  return (
    <svg
      className={styles.world}
      viewBox={`0 ${NORTH_CUT_UNITS} ${WORLD.width} ${SHOWN_HEIGHT_UNITS}`}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
      data-moving={isMoving ? '' : undefined}
    >
      <WorldGround />
      <g className={styles.still}>
        {stillArcs(flows).map(({ key, arc, category, widthPx }) => (
          <path
            key={key}
            className={categories.category}
            data-category={category}
            d={arcPath(arc)}
            strokeWidth={widthPx}
          />
        ))}
      </g>
      <path className={styles.centers} d={centersPath(flows)} />
      <g ref={flightsRef} className={styles.flights} />
    </svg>
  )
})

/** A line of no length with round ends is a dot, as large at every size of the map. */
function centersPath(flows: readonly ThreatFlow[]) {
  const centers = new Map(flows.map(({ data_center }) => [data_center.tid, data_center]))
  return [...centers.values()]
    .map(projectPlace)
    .map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`)
    .join('')
}
