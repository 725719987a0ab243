import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { can } from '../../domain/access.ts'
import { Logo } from '../../web/brand/logo.tsx'
import { useRoot } from '../../web/shell/use-root.ts'
import { AdminNav } from './admin-nav.tsx'
import styles from './admin-top.module.css'
import { useStaff } from './staff.ts'
import { StaffMenu } from './staff-menu.tsx'

/** Always in sight: where one is, the one thing that cannot wait, and who one is. */
export function AdminTop() {
  const { roles } = useStaff()
  const { provider } = useRoot().global
  const drawer = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever went somewhere is done with the menu.
  useEffect(() => drawer.current?.close(), [pathname])
  return (
    <header className={styles.bar}>
      <button
        type="button"
        className={styles.menu}
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
          <path d="M3 5.500h14M3 10h14M3 14.500h14" />
        </svg>
        <span className="hidden">Menu</span>
      </button>
      <Link to="/admin/dashboard" className={styles.brand}>
        <Logo provider={provider.name} />
        <span className={styles.staff}>Staff</span>
      </Link>
      <div className={styles.right}>
        {can(roles, 'edit-incidents') && (
          <Link to="/admin/records/new?kind=incident" className="button primary">
            New incident
          </Link>
        )}
        <StaffMenu />
      </div>
      <dialog ref={drawer} className={styles.drawer} aria-label="Menu">
        <button type="button" className="button" onClick={() => drawer.current?.close()}>
          Close
        </button>
        <AdminNav onChosen={() => drawer.current?.close()} />
      </dialog>
    </header>
  )
}
