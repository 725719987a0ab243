import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { can } from '../../domain/access.ts'
import { ROLE_WORDS } from '../../domain/account/role-words.ts'
import { settingsPath } from '../../domain/account/settings-address.ts'
import { useBrandStyle } from '../../ui/brand-style.ts'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { Caret } from '../../ui/parts/caret.tsx'
import { Drawer } from '../../ui/parts/drawer.tsx'
import { Logo, SmallMark } from '../../ui/parts/logo.tsx'
import { ThemeSwitch } from '../../ui/parts/theme-switch.tsx'
import { useDisclosure } from '../../ui/parts/use-disclosure.ts'
import { useRoot } from '../../ui/root-data.ts'
import { AdminNav } from './admin-nav.tsx'
import styles from './admin-top.module.css'
import { leave } from './leave.ts'
import { useStaff } from './staff.ts'

export function AdminTop({ onShortcuts }: { onShortcuts: () => void }) {
  const { roles } = useStaff()
  const { provider } = useRoot().global
  useBrandStyle(provider.brand?.style ?? null)
  return (
    <header className={styles.bar}>
      <AdminDrawer />
      <Link to="/admin/dashboard" className={styles.brand}>
        <span className={styles.whole}>
          <Logo provider={provider.name} brand={provider.brand} />
        </span>
        <span className={styles.small}>
          <SmallMark provider={provider.name} brand={provider.brand} />
          <span className="hidden">{provider.name} Trust</span>
        </span>
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

function AdminDrawer() {
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu.
  useEffect(() => setOpen(false), [pathname])
  return (
    <>
      <button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
          <path d="M3 5.500h14M3 10h14M3 14.500h14" />
        </svg>
        <span className="hidden">Menu</span>
      </button>
      {isOpen && (
        <Drawer className={styles.drawer} aria-label="Menu" onClose={() => setOpen(false)}>
          {(close) => (
            <div className={styles.inside}>
              <button type="button" className={styles.close} onClick={close}>
                <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
                  <path d="m3 3 10 10M13 3 3 13" />
                </svg>
                Close
              </button>
              <AdminNav onChosen={close} />
            </div>
          )}
        </Drawer>
      )}
    </>
  )
}

function StaffMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { uid, mail, name, roles } = useStaff()
  const { ref, isOpen, close, onToggle } = useDisclosure()
  return (
    <details ref={ref} className={styles.menu} open={isOpen} onToggle={onToggle}>
      <summary className={styles.staffMenuButton} title={mail}>
        <span className="hidden">Your account: </span>
        <svg className={styles.person} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
          <circle cx="10" cy="6.800" r="3.300" />
          <path d="M3.500 17c.6-3.600 3-5.500 6.500-5.500s5.900 1.900 6.500 5.500" />
        </svg>
        <span className={styles.name}>{name || mail}</span>
        <Caret />
      </summary>
      <div className={styles.sheet}>
        <p className={styles.who}>
          Signed in as <BreakableAddress address={mail || name} />
        </p>
        <ul className={styles.roles}>
          {roles.map((role) => (
            <li key={role}>
              <strong>{ROLE_WORDS[role].name}</strong>: may {ROLE_WORDS[role].may}
            </li>
          ))}
        </ul>
        <ThemeSwitch />
        <ul className={styles.entries}>
          <li>
            <a href="/">See the site</a>
          </li>
          <li>
            <a href="/subscribe">Subscriptions</a>
          </li>
          <li>
            <a href={settingsPath(uid)}>Settings</a>
          </li>
          <li>
            <button
              type="button"
              onClick={() => {
                close()
                onShortcuts()
              }}
            >
              Keyboard shortcuts
            </button>
          </li>
          <li>
            <button type="button" onClick={() => void leave()}>
              Sign Out
            </button>
          </li>
        </ul>
      </div>
    </details>
  )
}
