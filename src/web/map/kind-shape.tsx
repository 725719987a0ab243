import type { ReactNode } from 'react'
import type { CenterKind, MarkerKind } from './center-kind.ts'
import styles from './kind-shape.module.css'

/** In pixels. */
export function radiusOf(kind: MarkerKind, count: number): number {
  if (kind !== 'multiple') return 6
  return count > 99 ? 11 : 8
}

/** M-03: each kind has its own color and shape, so either is enough. Centered on 0, 0. */
export function KindShape({
  kind,
  count = 2,
  isNamed = false,
}: {
  kind: MarkerKind
  count?: number
  /**
   * The element's accessible name includes the count, so the digits are drawn without adding text. Needs `CountShapes`.
   */
  isNamed?: boolean
}) {
  return (
    <g className={styles.kind} data-kind={kind}>
      {kind === 'multiple' ? <Several count={count} isNamed={isNamed} /> : SHAPES[kind]}
    </g>
  )
}

export function CountShapes({ counts }: { counts: readonly number[] }) {
  return (
    <defs>
      {[...new Set(counts)].map((count) => (
        <text key={count} id={countId(count)} className={styles.count} y="3.4">
          {count}
        </text>
      ))}
    </defs>
  )
}

function countId(count: number) {
  return `map-count-${count}`
}

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

function Several({ count, isNamed }: { count: number; isNamed: boolean }) {
  const radius = radiusOf('multiple', count)
  return (
    <>
      <circle className={styles.edge} r={radius + 1.5} />
      <circle className={styles.several} r={radius} />
      {isNamed ? (
        <use href={`#${countId(count)}`} />
      ) : (
        <text className={styles.count} y="3.4">
          {count}
        </text>
      )}
    </>
  )
}
