import { memo } from 'react'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import { shareOfHeight, shareOfWidth } from '../../ui/world/world-share.ts'
import { KindShape, radiusOf } from './kind-shape.tsx'
import { rowId } from './map-center.ts'
import type { MapMarker } from './map-marker.ts'
import styles from './marker.module.css'

interface MarkerProps {
  marker: MapMarker
  isDim: boolean
  isTabStop: boolean
  /** Only without scripts, which show a popover instead. */
  hasTitle: boolean
}

/**
 * M-01. Its position is in percent of the world and its shape in pixels, so it has the same size at every
 * zoom.
 */
export const Marker = memo(function Marker({ marker, isDim, isTabStop, hasTitle }: MarkerProps) {
  const { id, point, kind, state, members, label } = marker
  const tone = toneOfState(state)
  const radius = radiusOf(kind, members.length)
  return (
    <a
      href={`#${rowId(members[0])}`}
      className={`${tones.tone} ${styles.marker}`}
      data-tone={tone}
      data-mark={id}
      data-dim={isDim ? '' : undefined}
      aria-label={label}
      tabIndex={isTabStop ? 0 : -1}
    >
      <svg
        className={styles.place}
        role="presentation"
        x={shareOfWidth(point)}
        y={shareOfHeight(point)}
        width="1"
        height="1"
      >
        {hasTitle && <title>{label}</title>}
        <circle className={styles.reach} r="9" />
        <g className={styles.shape}>
          <circle className={styles.focus} r={radius + 4.5} />
          {state !== 'operational' && <circle className={styles.halo} r={radius + 2.75} />}
          <KindShape kind={kind} count={members.length} isNamed />
        </g>
      </svg>
    </a>
  )
})
