import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { onThemeChosen } from '../../ui/parts/theme.ts'
import { Toasts } from '../../ui/toast/toasts.tsx'
import { AccountKeeper } from '../../web/account/account-keeper.tsx'
import { AdminRail } from './admin-rail.tsx'
import styles from './admin-shell.module.css'
import { AdminTop } from './admin-top.tsx'
import { ClosedScreen } from './closed-screen.tsx'
import { screenAccess } from './screen-access.ts'
import { ShellShortcuts, useShortcutListOpen } from './shell-shortcuts.tsx'
import { useStaff } from './staff.ts'
import { StaffGate } from './staff-gate.tsx'
import { useScreenFocus } from './use-screen-focus.ts'

export function AdminShell() {
  // Follows the theme chosen on the site, even in another tab.
  useEffect(() => onThemeChosen(() => {}), [])
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <StaffGate>
        <Frame />
      </StaffGate>
      <Toasts />
      <AccountKeeper />
      <ScrollRestoration />
    </>
  )
}

function Frame() {
  const { state } = useNavigation()
  const { pathname } = useLocation()
  const { roles } = useStaff()
  const access = screenAccess(pathname, roles)
  const main = useScreenFocus()
  const shortcuts = useShortcutListOpen()
  return (
    <>
      <AdminTop onShortcuts={() => shortcuts.setListOpen(true)} />
      <div className={styles.frame}>
        <AdminRail onShortcuts={() => shortcuts.setListOpen(true)} />
        <main ref={main} id="main" className={styles.main} tabIndex={-1} aria-busy={state === 'loading'}>
          {access.kind === 'open' ? <Outlet /> : <ClosedScreen {...access} />}
        </main>
      </div>
      <ShellShortcuts {...shortcuts} />
    </>
  )
}
