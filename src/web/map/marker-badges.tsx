import { shapeOf } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import { shareOfHeight, shareOfWidth } from '../../ui/world/world-share.ts'
import type { MapBadge } from './map-lettering.ts'
import styles from './marker-badges.module.css'

/** Above all markers, so that trouble is visible even in a crowd. */
export function MarkerBadges({
  badges,
  isDim,
}: {
  badges: readonly MapBadge[]
  isDim: (badge: MapBadge) => boolean
}) {
  return (
    <svg className={styles.badges} aria-hidden="true">
      {badges.map((badge) => {
        const { marker, away } = badge
        const tone = toneOfState(marker.state)
        return (
          <svg
            key={marker.id}
            className={`${tones.tone} ${styles.badge}`}
            data-tone={tone}
            data-dim={isDim(badge) ? '' : undefined}
            role="presentation"
            x={shareOfWidth(marker.point)}
            y={shareOfHeight(marker.point)}
            width="1"
            height="1"
          >
            <circle className={styles.edge} cx={away.x} cy={away.y} r={BADGE_PX / 2 + 2} />
            <svg
              role="presentation"
              x={away.x - BADGE_PX / 2}
              y={away.y - BADGE_PX / 2}
              width={BADGE_PX}
              height={BADGE_PX}
              viewBox="0 0 16 16"
            >
              {shapeOf(tone)}
            </svg>
          </svg>
        )
      })}
    </svg>
  )
}

const BADGE_PX = 10
