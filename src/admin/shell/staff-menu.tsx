import { ROLE_WORDS } from '../../domain/account/role-words.ts'
import { settingsPath } from '../../domain/account/settings-address.ts'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { Caret } from '../../ui/parts/caret.tsx'
import { ThemeSwitch } from '../../ui/parts/theme-switch.tsx'
import { useDisclosure } from '../../ui/parts/use-disclosure.ts'
import { leave } from './leave.ts'
import { useStaff } from './staff.ts'
import styles from './staff-menu.module.css'

/** Who one is here, what that lets one do, and the ways out. */
export function StaffMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { uid, mail, name, roles } = useStaff()
  const { ref, isOpen, setOpen, onToggle } = useDisclosure()
  return (
    <details ref={ref} className={styles.menu} open={isOpen} onToggle={onToggle}>
      <summary className={styles.button} title={mail}>
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
                setOpen(false)
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
