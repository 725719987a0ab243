import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { AccountKeeper } from '../../web/account/account-keeper.tsx'
import { Toasts } from '../../web/toast/toasts.tsx'
import { AdminRail } from './admin-rail.tsx'
import styles from './admin-shell.module.css'
import { AdminTop } from './admin-top.tsx'
import { StaffGate } from './staff-gate.tsx'

/** What stands around every screen of the admin area. */
export function AdminShell() {
  const { state } = useNavigation()
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <StaffGate>
        <AdminTop />
        <div className={styles.frame}>
          <AdminRail />
          <main id="main" className={styles.main} tabIndex={-1} aria-busy={state === 'loading'}>
            <Outlet />
          </main>
        </div>
      </StaffGate>
      <Toasts />
      <AccountKeeper />
      <ScrollRestoration />
    </>
  )
}
