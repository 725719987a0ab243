import { ROLE_WORDS } from '../../domain/account/role-words.ts'
import { settingsPath } from '../../domain/account/settings-address.ts'
import { signOut } from '../../web/account/sign-out.ts'
import { BreakableAddress } from '../../web/parts/breakable-address.tsx'
import { Caret } from '../../web/parts/caret.tsx'
import { useDisclosure } from '../../web/shell/use-disclosure.ts'
import { useStaff } from './staff.ts'
import styles from './staff-menu.module.css'

/** Who one is here, what that lets one do, and the ways out. */
export function StaffMenu() {
  const { uid, mail, name, roles } = useStaff()
  const { ref, isOpen, onToggle } = useDisclosure()
  async function leave() {
    await signOut()
    location.assign('/')
  }
  return (
    <details ref={ref} className={styles.menu} open={isOpen} onToggle={onToggle}>
      <summary className={styles.button}>
        <span className="hidden">Your account: </span>
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
            <button type="button" onClick={() => void leave()}>
              Sign Out
            </button>
          </li>
        </ul>
      </div>
    </details>
  )
}
