import type { ReactNode } from 'react'
import { exactNumber } from '../../domain/threats/number-words.ts'
import hues from './hue.module.css'
import styles from './ranked-bars.module.css'

interface Ranked {
  key: string
  name: ReactNode
  hue: string
  count: number
}

export function RankedBars({ label, ranked }: { label: string; ranked: readonly Ranked[] }) {
  const most = Math.max(1, ...ranked.map(({ count }) => count))
  return (
    <ol className={styles.list} aria-label={label}>
      {ranked.map(({ key, name, hue, count }) => (
        <li key={key}>
          <span className={styles.name}>{name}</span>
          <span className={styles.count}>{exactNumber(count)}</span>
          <svg className={`${hues.hue} ${styles.bar}`} data-hue={hue} aria-hidden="true" focusable="false">
            <rect width={`${(100 * count) / most}%`} height="100%" />
          </svg>
        </li>
      ))}
    </ol>
  )
}
