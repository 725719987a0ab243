import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { can } from '../../domain/access.ts'
import { signInAddress } from '../../domain/account/sign-in-address.ts'
import { useSession } from '../../ui/account/session.ts'
import { type User, useUser } from '../../ui/account/use-user.ts'
import { useRoot } from '../../ui/root-data.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { LoadingLines } from '../parts/loading-lines.tsx'
import styles from './screen.module.css'
import { SessionEnded } from './session-ended.tsx'
import { StaffContext } from './staff.ts'

/**
 * If the session ends, the screen keeps everything typed, and the user can sign in again in another
 * tab.
 */
export function StaffGate({ children }: { children: ReactNode }) {
  const session = useSession()
  const { user, isFailed, reload } = useUser()
  const { pathname, search, hash } = useLocation()
  const { provider } = useRoot().global
  const lastKnown = useRef(user)
  if (user !== undefined) lastKnown.current = user
  const staff = user ?? lastKnown.current
  const isNew = staff === undefined
  const mustSignIn = session.kind === 'signed-out' && isNew

  useChangeAnnounced(user)
  useEffect(() => {
    if (mustSignIn) location.assign(signInAddress({ origin: pathname + search + hash }))
  }, [mustSignIn, pathname, search, hash])

  if (staff === undefined) {
    return isFailed ? (
      <Said title="We couldn’t check who you are">
        <button type="button" className="button primary" onClick={() => void reload()}>
          Try again
        </button>
      </Said>
    ) : (
      <LoadingFrame />
    )
  }
  if (!can(staff.roles, 'see-admin-area')) {
    return (
      <Said title="Admin">
        <p className={styles.lead}>
          This area is for {provider.name} staff with a role on this site. If you work here, ask the
          administrators of the {provider.name} employee login for one, then sign in again.
        </p>
        <p>
          <a href="/">Go to the site</a>
        </p>
      </Said>
    )
  }
  return (
    <StaffContext value={staff}>
      {children}
      {session.kind === 'signed-out' && session.because !== 'asked' && <SessionEnded />}
    </StaffContext>
  )
}

/** A different user may have signed in from another tab. The screen stays, but further actions are theirs. */
function useChangeAnnounced(user: User | undefined) {
  const before = useRef<number>(undefined)
  useEffect(() => {
    if (user === undefined) return
    const isOther = before.current !== undefined && before.current !== user.uid
    before.current = user.uid
    if (isOther) showToast(`You are signed in as ${user.name || user.mail} now.`, { stays: true })
  }, [user])
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.screen} id="main" tabIndex={-1}>
      <h1>{title}</h1>
      {children}
    </main>
  )
}

export function LoadingFrame() {
  return (
    <main className={styles.screen} id="main" tabIndex={-1}>
      <LoadingLines lines={6} />
    </main>
  )
}
