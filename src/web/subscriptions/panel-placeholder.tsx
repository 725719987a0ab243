import { NotLoaded } from '../../ui/parts/not-loaded.tsx'
import styles from './panel-placeholder.module.css'

export function PanelPlaceholder({ problem, onRetry }: { problem: string | undefined; onRetry: () => void }) {
  if (problem !== undefined) return <NotLoaded message={problem} onRetry={onRetry} />
  return (
    <div className={styles.rows} aria-hidden="true">
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className={styles.row}>
          <i className={styles.name} />
          <i className={styles.line} />
        </div>
      ))}
    </div>
  )
}
