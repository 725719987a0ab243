import type { Template } from '../../contract/admin/templates.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { showUndo } from '../parts/show-undo.tsx'

/** Asks first, and can be taken back. */
export function RemoveTemplate({
  template,
  order,
  onChanged,
  onClose,
}: {
  template: Template
  /** Of those of its kind, to put it back into its place. */
  order: readonly number[]
  onChanged: () => void
  onClose: () => void
}) {
  const { id, name, version } = template
  async function remove(): Promise<Refusal | undefined> {
    const removed = await callAccount('POST /api/admin/templates/:id/remove', { id, version })
    onChanged()
    if (removed.kind === 'refused') return removed
    showUndo(`The template “${name}” is removed.`, putBack)
    return undefined
  }
  async function putBack() {
    const { kind } = template
    const written =
      template.purpose === 'record' ? { record: template.content } : { update: template.content }
    const again = await callAccount('POST /api/admin/templates', { kind, name, ...written })
    if (again.kind === 'refused') return again
    const ids = order.map((one) => (one === id ? again.answer.data.id : one))
    const ordered = await callAccount('POST /api/admin/templates/order', { ids })
    onChanged()
    return ordered.kind === 'refused' ? ordered : undefined
  }
  return (
    <ConfirmDialog
      question={`Remove the template “${name}”?`}
      yes="Remove"
      busyYes="Removing…"
      onYes={remove}
      onClose={onClose}
    >
      <p>Nobody can begin with it any more. What was begun with it stays as it is.</p>
    </ConfirmDialog>
  )
}
