import { useRef, useState } from 'react'
import type { AdminPostMortem } from '../../contract/admin/post-mortems.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { newKey } from '../editor/keep/draft-calls.ts'
import { hasMergedSince, MERGED_MEANWHILE } from '../editor/keep/draft-state.ts'
import { CheckboxField } from '../parts/check-fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useApproval } from '../parts/use-approval.tsx'
import { useRecipients } from '../records/life/use-recipients.ts'
import type { PostMortemKeeper } from './post-mortem-keeper.ts'

export function PublishPostMortem({
  recordId,
  keeper,
  isFirst,
  needsApproval,
  onPublished,
  onWrong,
  onClose,
}: {
  recordId: number
  keeper: PostMortemKeeper
  isFirst: boolean
  needsApproval: boolean
  onPublished: (about: AdminPostMortem, isAsked: boolean) => void
  onWrong: (errors: Readonly<Record<string, string>>) => void
  onClose: () => void
}) {
  // Progress of actions isn't worth a mail; the first publication is, unless people got one before it was taken off.
  const wasNotified = isFirst && keeper.state().about.was_told
  const [notifies, setNotifies] = useState(isFirst && !wasNotified)
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const [key] = useState(newKey)
  const seen = useRef(keeper.state().takenIn)
  const approval = useApproval(needsApproval)
  const recipients = useRecipients(recordId, 'post_mortem')

  async function publish() {
    if (isBusy) return
    setBusy(true)
    if (!(await keeper.flush())) {
      setBusy(false)
      return onClose()
    }
    const { version, takenIn } = keeper.state()
    // The notice of what was merged is behind this dialog.
    if (hasMergedSince(seen.current, takenIn)) {
      seen.current = takenIn
      setBusy(false)
      return setProblem({ message: MERGED_MEANWHILE, errors: {} })
    }
    const called = await callAccount('POST /api/admin/records/:id/post-mortem/publish', {
      id: recordId,
      version,
      notifies,
      idempotency_key: key,
      ...approval.input,
    })
    setBusy(false)
    if (called.kind === 'done') return onPublished(called.answer.data, approval.isAsking)
    approval.heed(called)
    const isOfWords = called.errors['approval.reason'] === undefined
    if (called.status === 422 && isOfWords && Object.keys(called.errors).length > 0)
      return onWrong(called.errors)
    setProblem(called)
  }
  return (
    <FormDialog
      title={isFirst ? 'Publish this post-mortem' : 'Publish the changes'}
      lead={
        isFirst
          ? 'It becomes a section on the page of the incident.'
          : 'Readers see that the post-mortem was updated, and when.'
      }
      problem={problem}
      isBusy={isBusy}
      sentBy="Ctrl+Enter"
      hasFocusOnSend
      send="Publish now"
      busySend="Publishing…"
      back="Go back"
      note={
        approval.isAsking
          ? 'Enter asks for approval, Escape goes back.'
          : 'Enter publishes, Escape goes back.'
      }
      approval={approval}
      onSend={publish}
      onClose={onClose}
    >
      <CheckboxField
        label="Notify everyone who was notified of the incident"
        hint={
          notifies
            ? recipients
            : wasNotified
              ? 'No one is notified again: people were already notified before it was taken off the site.'
              : 'No one is notified. Readers find it on the site.'
        }
        isChecked={notifies}
        onChange={setNotifies}
      />
    </FormDialog>
  )
}
