import { memo } from 'react'
import { shareOfHeight, shareOfWidth } from '../../ui/world/world-share.ts'
import styles from './map-labels.module.css'
import type { MapLabel } from './map-lettering.ts'

/** Decorative: markers and table have the same information. */
export const MapLabels = memo(function MapLabels({
  labels,
  isAlive,
}: {
  labels: readonly MapLabel[]
  isAlive: boolean
}) {
  return (
    <svg className={styles.labels} aria-hidden="true" data-alive={isAlive}>
      {labels.map(({ key, text, kind, point, away, anchor, isAffected }) => (
        <text
          key={key}
          data-kind-of-place={kind}
          data-affected={isAffected ? '' : undefined}
          x={shareOfWidth(point)}
          y={shareOfHeight(point)}
          dx={away.x}
          dy={away.y + BASELINE_PX}
          textAnchor={anchor}
        >
          {text}
        </text>
      ))}
    </svg>
  )
})

const BASELINE_PX = 4
