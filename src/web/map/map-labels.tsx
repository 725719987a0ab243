import { memo } from 'react'
import { shareOfHeight, shareOfWidth } from '../../ui/world/world-share.ts'
import styles from './map-labels.module.css'
import type { MapLabel } from './map-lettering.ts'

/** Names as in an atlas. They say nothing that markers and table do not say, and nothing can be done with them. */
export const MapLabels = memo(function MapLabels({
  labels,
  isAlive,
}: {
  labels: readonly MapLabel[]
  /** Before that nobody knows whether there is room for them. */
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

/** From the middle of a line to the feet of its letters. */
const BASELINE_PX = 4
