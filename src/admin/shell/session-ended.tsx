import { signInAddress } from '../../domain/account/sign-in-address.ts'
import { useModalDialog } from '../parts/modal.tsx'
import { leave } from './leave.ts'
import styles from './session-ended.module.css'

export function SessionEnded() {
  const dialog = useModalDialog()
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Your session has ended"
      onCancel={(event) => event.preventDefault()}
      // Browsers close a dialog on a second Escape regardless.
      onClose={() => dialog.current?.showModal()}
    >
      <h2>Your session has ended</h2>
      <p>
        What you typed is still here. Sign in again in a new tab, and this screen continues where you were.
      </p>
      <div className={styles.buttons}>
        <a
          className="button primary"
          href={signInAddress({ origin: SIGNED_IN_AGAIN })}
          target="_blank"
          rel="noreferrer"
        >
          Sign in again<span className="hidden"> in a new tab</span>
        </a>
        <button type="button" className="button" onClick={() => void leave()}>
          Leave the admin area
        </button>
      </div>
    </dialog>
  )
}

const SIGNED_IN_AGAIN = '/admin/dashboard'
