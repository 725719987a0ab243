import type { Suppression } from '../../contract/admin/suppressions.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface MailDialog {
  email: string
  onDone: (about: Suppression) => unknown
  onClose: () => void
}

export function StopMailDialog({ email, onDone, onClose }: MailDialog) {
  return (
    <ConfirmDialog
      question="Stop mail to this address?"
      yes="Stop mail"
      busyYes="Stopping…"
      onYes={async () => {
        const stopped = await callAccount('POST /api/admin/suppressions/add', { email })
        if (stopped.kind === 'refused') return stopped
        await onDone(stopped.answer.data)
        showToast('We no longer send mail to this address.')
        return undefined
      }}
      onClose={onClose}
    >
      <p>
        <strong>{email}</strong> gets no more notifications until staff allow mail again. The owner can’t turn
        them back on.
      </p>
    </ConfirmDialog>
  )
}

export function SendMailAgainDialog({ email, onDone, onClose }: MailDialog) {
  return (
    <ConfirmDialog
      question="Allow mail to this address again?"
      yes="Allow mail"
      busyYes="Allowing…"
      isHarmless
      onYes={async () => {
        const lifted = await callAccount('POST /api/admin/suppressions/lift', { email })
        if (lifted.kind === 'refused') return lifted
        await onDone(lifted.answer.data)
        showToast('This address can get mail again.')
        return undefined
      }}
      onClose={onClose}
    >
      <p>
        <strong>{email}</strong> gets the next message. If its mail server refuses it, we stop again.
      </p>
    </ConfirmDialog>
  )
}
