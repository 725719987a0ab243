import { useState } from 'react'
import type { PersonDetails } from '../../contract/admin/people.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import type { ShowPerson } from './person-screen.tsx'

/** Z-05: locking asks first, unlocking doesn't. */
export function LockAction({ details, onChanged }: { details: PersonDetails; onChanged: ShowPerson }) {
  const { person, is_self, is_last_administrator } = details
  const [isAsking, setAsking] = useState(false)
  const { uid, name } = person

  async function unlock() {
    const unlocked = await callAccount('POST /api/admin/people/:uid/unlock', { uid })
    if (unlocked.kind === 'refused') return void showToast(unlocked.message, { isProblem: true })
    onChanged(unlocked.answer.data)
    showToast(`${name} can sign in again.`)
  }

  if (person.locked_at !== null) {
    return (
      <BusyButton onPress={unlock} busyWords="Unlocking…">
        Unlock account
      </BusyButton>
    )
  }
  if (is_self || is_last_administrator) return null
  return (
    <>
      <button type="button" className="button danger" onClick={() => setAsking(true)}>
        Lock account
      </button>
      {isAsking && (
        <ConfirmDialog
          question={`Lock the account of ${name}?`}
          yes="Lock account"
          busyYes="Locking…"
          onYes={async () => {
            const locked = await callAccount('POST /api/admin/people/:uid/lock', { uid })
            if (locked.kind === 'refused') return locked
            onChanged(locked.answer.data)
            showToast(`The account of ${name} was locked.`)
            return undefined
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            The user is signed out immediately, can’t sign in, and gets no messages. Nothing is deleted;
            unlocking restores everything.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
