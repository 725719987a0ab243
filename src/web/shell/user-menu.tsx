import { type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { Link } from 'react-router'
import { can } from '../../domain/access.ts'
import { OWN_SETTINGS_PATH, settingsPath } from '../../domain/account/settings-address.ts'
import { useUser } from '../../ui/account/use-user.ts'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { Caret } from '../../ui/parts/caret.tsx'
import { ExternalLink } from '../../ui/parts/external-link.tsx'
import { useDisclosure } from '../../ui/parts/use-disclosure.ts'
import { useLeave } from '../account/use-leave.ts'
import { moveInColumns } from './arrow-keys.ts'
import styles from './user-menu.module.css'

/** N-08: also works while the user is not known yet. */
export function UserMenu() {
  const { user, isFailed } = useUser()
  const { ref, isOpen, setOpen, onToggle } = useDisclosure()
  const button = useRef<HTMLElement>(null)
  const leave = useLeave()
  const name = userName(user) ?? (isFailed ? 'Account' : '')

  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    setOpen(!isOpen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && event.target === button.current) setOpen(true)
    // Nothing in the menu can take focus before it is visible.
    requestAnimationFrame(() => moveInColumns(ref.current, event.key))
    if (event.key.startsWith('Arrow')) event.preventDefault()
  }

  return (
    <details ref={ref} className={styles.menu} open={isOpen} onToggle={onToggle} onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary ref={button} className={styles.button} title={name} onClick={onClick}>
        <Person />
        <span className="hidden">Your account: </span>
        <span className={styles.name}>{name}</span>
        <Caret className={styles.caret} />
      </summary>
      <div className={styles.sheet}>
        <p className={styles.who}>
          <span className={styles.whoLabel}>Signed in as</span> <BreakableAddress address={name} />
        </p>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link inside is a click too. */}
        <ul className={styles.entries} data-column="" onClick={() => setOpen(false)}>
          {user !== undefined && can(user.roles, 'see-admin-area') && (
            <li>
              <ExternalLink href="/admin/dashboard">Admin</ExternalLink>
            </li>
          )}
          <li>
            <Link to="/subscribe">Subscriptions</Link>
          </li>
          <li>
            <Link to={user === undefined ? OWN_SETTINGS_PATH : settingsPath(user.uid)}>Settings</Link>
          </li>
          <li className={styles.last}>
            <button type="button" onClick={() => void leave()}>
              Sign Out
            </button>
          </li>
        </ul>
      </div>
    </details>
  )
}

/** Employees may have no email address here. */
function userName(user: { mail: string; name: string } | undefined) {
  return user === undefined ? undefined : user.mail || user.name
}

function Person() {
  return (
    <svg className={styles.person} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <circle cx="10" cy="6.500" r="3.250" />
      <path d="M3.500 17c.5-3.600 3-5.500 6.500-5.500s6 1.900 6.500 5.500" />
    </svg>
  )
}
