import { AdminNav } from './admin-nav.tsx'
import styles from './admin-rail.module.css'

/** On wide screens the way to everything stays in sight. */
export function AdminRail() {
  return (
    <div className={styles.rail}>
      <AdminNav />
    </div>
  )
}
