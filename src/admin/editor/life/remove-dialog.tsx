import type { AdminRecord, AdminUpdate } from '../../../contract/admin/record-content.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { doneWords, useApproval } from '../../parts/use-approval.tsx'

export function RemoveDialog({
  recordId,
  version,
  update,
  needsApproval,
  onDone,
  onClose,
}: {
  recordId: number
  /** Version of the record that the updates were read from. */
  version: number
  update: AdminUpdate
  needsApproval: boolean
  onDone: (record: AdminRecord) => void
  onClose: () => void
}) {
  const approval = useApproval(needsApproval)
  async function remove() {
    const called = await callAccount('POST /api/admin/records/:id/updates/:update/remove', {
      id: recordId,
      update: update.id,
      version,
      ...approval.input,
    })
    if (called.kind === 'refused') {
      approval.heed(called)
      return called
    }
    showToast(doneWords(called.answer.data, 'Removed. Readers see a note instead.'))
    onDone(called.answer.data)
    return undefined
  }
  return (
    <ConfirmDialog
      question="Remove this update?"
      yes={approval.isAsking ? 'Ask for approval' : 'Remove'}
      busyYes={approval.isAsking ? 'Asking…' : 'Removing…'}
      onYes={remove}
      onClose={onClose}
    >
      <p>
        Its text disappears from the site, and readers see a note that an update was removed. The public log
        keeps it until an administrator redacts it. Pending messages about it are canceled; those already sent
        can’t be recalled. Status, severity and places of the record stay as they are.
      </p>
      {approval.field}
    </ConfirmDialog>
  )
}
