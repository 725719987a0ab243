import styles from './progress-line.module.css'
import type { SendingProgress } from './sending-progress.ts'

/** Decorative; the text below has the same information. */
export function ProgressLine({ progress }: { progress: SendingProgress }) {
  const { total, sent, dead, suppressed } = progress
  const parts = [
    { name: 'sent', amount: sent },
    { name: 'dead', amount: dead },
    { name: 'suppressed', amount: suppressed },
  ]
  let end = 0
  return (
    <svg className={styles.line} aria-hidden="true" focusable="false">
      {parts.map(({ name, amount }) => {
        const start = end
        end += amount
        return (
          <rect
            key={name}
            data-part={name}
            x={share(start, total)}
            width={share(amount, total)}
            height="100%"
          />
        )
      })}
    </svg>
  )
}

function share(amount: number, total: number) {
  return `${(100 * amount) / total}%`
}
