import { AdminNav } from './admin-nav.tsx'
import styles from './admin-rail.module.css'

export function AdminRail({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <div className={styles.rail}>
      <AdminNav />
      <button type="button" className={styles.keys} onClick={onShortcuts}>
        <kbd>?</kbd> Keyboard shortcuts
      </button>
    </div>
  )
}
