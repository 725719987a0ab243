import type { ReactNode } from 'react'
import type { CenterKind, MarkerKind } from '../../domain/map/center-kind.ts'
import styles from './kind-shape.module.css'

/** From the middle of a marker to its edge, in pixels. */
export function radiusOf(kind: MarkerKind, count: number): number {
  if (kind !== 'multiple') return 6
  return count > 99 ? 11 : 8
}

/** M-03: each kind has a colour and a shape, so that neither has to be told by the other. Around the point 0, 0. */
export function KindShape({ kind, count = 2 }: { kind: MarkerKind; count?: number }) {
  return (
    <g className={styles.kind} data-kind={kind}>
      {kind === 'multiple' ? <Several count={count} /> : SHAPES[kind]}
    </g>
  )
}

/** The same beside text, as large as a letter. */
export function KindIcon({ kind }: { kind: MarkerKind }) {
  return (
    <svg className={styles.icon} viewBox="-10 -10 20 20" aria-hidden="true" focusable="false">
      <KindShape kind={kind} />
    </svg>
  )
}

const SHAPES: Record<CenterKind, ReactNode> = {
  standard: <circle className={styles.face} r="4.75" />,
  surcharge: (
    <>
      <circle className={styles.face} r="5.25" />
      <circle className={styles.hole} r="1.9" />
    </>
  ),
  premium: (
    <path
      className={styles.face}
      d="M0-7.2 2.1-2.5 7.2-2 3.3 1.4 4.5 6.4 0 3.7-4.5 6.4-3.3 1.4-7.2-2-2.1-2.5z"
    />
  ),
  fedramp: <path className={styles.face} d="M0-6.2 5-4.4V.4C5 3.2 2.9 5.2 0 6.4-2.9 5.2-5 3.2-5 .4v-4.8z" />,
}

function Several({ count }: { count: number }) {
  const radius = radiusOf('multiple', count)
  return (
    <>
      <circle className={styles.edge} r={radius + 1.5} />
      <circle className={styles.several} r={radius} />
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: text of a drawing takes no focus, and the marker's name has the number in it. */}
      <text className={styles.count} y="3.4" aria-hidden="true">
        {count}
      </text>
    </>
  )
}
