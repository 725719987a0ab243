import { Link } from 'react-router'
import { can } from '../../domain/access.ts'
import { Logo } from '../../ui/parts/logo.tsx'
import { useRoot } from '../../ui/root-data.ts'
import { AdminDrawer } from './admin-drawer.tsx'
import styles from './admin-top.module.css'
import { useStaff } from './staff.ts'
import { StaffMenu } from './staff-menu.tsx'

/** Always in sight: where one is, the one thing that cannot wait, and who one is. */
export function AdminTop({ onShortcuts }: { onShortcuts: () => void }) {
  const { roles } = useStaff()
  const { provider } = useRoot().global
  return (
    <header className={styles.bar}>
      <AdminDrawer />
      <Link to="/admin/dashboard" className={styles.brand}>
        <Logo provider={provider.name} />
        <span className={styles.staff}>Staff</span>
      </Link>
      <div className={styles.right}>
        {can(roles, 'edit-incidents') && (
          <Link to="/admin/records/new?kind=incident" className="button primary" aria-keyshortcuts="n">
            New incident
          </Link>
        )}
        <StaffMenu onShortcuts={onShortcuts} />
      </div>
    </header>
  )
}
