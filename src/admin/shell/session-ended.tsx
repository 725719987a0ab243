import { useEffect, useRef } from 'react'
import { signInAddress } from '../../domain/account/sign-in-address.ts'
import styles from './session-ended.module.css'

/** Stands over the screen, which stays as it is. It goes by itself once somebody is signed in again in another tab. */
export function SessionEnded() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Your session has ended"
      onCancel={(event) => event.preventDefault()}
    >
      <h2>Your session has ended</h2>
      <p>
        What you have typed is still here. Sign in again in a new tab, then come back and go on where you
        were.
      </p>
      <p>
        <a
          className="button primary"
          href={signInAddress({ origin: SIGNED_IN_AGAIN })}
          target="_blank"
          rel="noreferrer"
        >
          Sign in again
        </a>
      </p>
    </dialog>
  )
}

const SIGNED_IN_AGAIN = '/admin/dashboard'
