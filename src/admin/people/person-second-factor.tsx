import { useState } from 'react'
import type { PersonDetails } from '../../contract/admin/people.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { counted } from '../../ui/parts/words.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import styles from './person-roles.module.css'
import type { ShowPerson } from './person-screen.tsx'

/** For users who lost their second factor. Verifying their identity is up to staff, not to this page. */
export function PersonSecondFactor({
  details,
  onChanged,
}: {
  details: PersonDetails
  onChanged: ShowPerson
}) {
  const [isAsking, setAsking] = useState(false)
  const { person, second_factor } = details
  const { uid, name } = person
  if (second_factor === null) return <p className={styles.none}>Off. The password alone signs in.</p>
  const { has_app, passkeys, recovery_codes_left } = second_factor
  const has = [
    ...(has_app ? ['an authenticator app'] : []),
    ...(passkeys > 0 ? [counted(passkeys, 'passkey')] : []),
  ]
  return (
    <>
      <p>
        On, with {has.join(' and ')}. {counted(recovery_codes_left, 'recovery code')} left.
      </p>
      <div className={styles.buttons}>
        <button type="button" className="button danger" onClick={() => setAsking(true)}>
          Remove second step
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          question={`Remove the second step of ${name}?`}
          yes="Remove second step"
          busyYes="Removing…"
          onYes={async () => {
            const removed = await callAccount('POST /api/admin/people/:uid/second-factor/remove', { uid })
            if (removed.kind === 'refused') return removed
            onChanged(removed.answer.data)
            showToast(`${name} now signs in with the password alone.`)
            return undefined
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            Make sure you are talking to the owner of the account. The app, passkeys and recovery codes are
            removed, the password alone signs in, and the owner gets an email.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
