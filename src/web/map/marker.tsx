import { memo } from 'react'
import { WORLD } from '../../domain/map/world-projection.ts'
import { shapeOf } from '../parts/state-shape.tsx'
import tones from '../parts/tone.module.css'
import { KindShape, radiusOf } from './kind-shape.tsx'
import { rowId } from './map-center.ts'
import type { MapMarker } from './map-marker.ts'
import styles from './marker.module.css'
import { toneOfCenterState } from './tone-of-center-state.ts'

interface MarkerProps {
  marker: MapMarker
  /** Nobody looks for it. */
  isDim: boolean
  /** The one that the Tab key goes to; arrows lead to the others. */
  isTabStop: boolean
  /** Scripts show more than a title can. */
  hasTitle: boolean
}

/**
 * M-01: a link to the row of its data center, which scripts make a tooltip of. Its place is in percent of the world and
 * its shape in pixels, so that it has one size at every zoom.
 */
export const Marker = memo(function Marker({ marker, isDim, isTabStop, hasTitle }: MarkerProps) {
  const { id, point, kind, state, members, label } = marker
  const tone = toneOfCenterState(state)
  const radius = radiusOf(kind, members.length)
  return (
    <a
      href={`#${rowId(members[0])}`}
      className={`${tones.tone} ${styles.marker}`}
      data-tone={tone}
      data-issue={id}
      data-dim={isDim ? '' : undefined}
      aria-label={label}
      tabIndex={isTabStop ? 0 : -1}
    >
      <svg
        className={styles.place}
        role="presentation"
        x={percent(point.x / WORLD.width)}
        y={percent(point.y / WORLD.height)}
        width="1"
        height="1"
      >
        {hasTitle && <title>{label}</title>}
        <circle className={styles.reach} r="9" />
        <g className={styles.shape}>
          <circle className={styles.focus} r={radius + 4.5} />
          {state !== 'operational' && <circle className={styles.halo} r={radius + 2.75} />}
          <KindShape kind={kind} count={members.length} />
          {state !== 'operational' && <StateBadge tone={tone} radius={radius} />}
        </g>
      </svg>
    </a>
  )
})

const BADGE_PX = 9

/** The shape of the state, at the upper right of the marker. */
function StateBadge({ tone, radius }: { tone: ReturnType<typeof toneOfCenterState>; radius: number }) {
  const away = radius * 0.75 + 3
  return (
    <>
      <circle className={styles.badgeEdge} cx={away} cy={-away} r={BADGE_PX / 2 + 2} />
      <svg
        className={styles.badge}
        x={away - BADGE_PX / 2}
        y={-away - BADGE_PX / 2}
        width={BADGE_PX}
        height={BADGE_PX}
        viewBox="0 0 16 16"
        aria-hidden="true"
      >
        {shapeOf(tone)}
      </svg>
    </>
  )
}

/** To a tenth of a pixel when the world is as large as it gets. */
function percent(share: number) {
  return `${Number((share * 100).toFixed(4))}%`
}
