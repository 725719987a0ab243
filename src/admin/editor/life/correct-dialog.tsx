import { useState } from 'react'
import type { AdminRecord, AdminUpdate } from '../../../contract/admin/record-content.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import type { Refusal } from '../../../ui/forms/posted.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { MomentField } from '../../parts/moment-field.tsx'
import { doneWords, useApproval } from '../../parts/use-approval.tsx'
import { keysWords } from '../keys-words.ts'
import { MovedNotice } from '../notices.tsx'
import { RichTextField } from '../rich-text/rich-text-field.tsx'

export interface UpdateToChange {
  recordId: number
  version: number
  update: AdminUpdate
  needsApproval: boolean
  onDone: (record: AdminRecord) => void
  onClose: () => void
}

export function CorrectDialog({ recordId, version, update, needsApproval, onDone, onClose }: UpdateToChange) {
  const [body, setBody] = useState(update.body)
  const [postedOn, setPostedOn] = useState<string | null>(update.posted_on)
  const [isUnreadable, setUnreadable] = useState(false)
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const approval = useApproval(needsApproval)
  async function save() {
    if (isBusy || isUnreadable) return
    setBusy(true)
    const called = await callAccount('POST /api/admin/records/:id/updates/:update', {
      id: recordId,
      update: update.id,
      version,
      body,
      ...(postedOn !== null && postedOn !== update.posted_on && { posted_on: postedOn }),
      ...approval.input,
    })
    setBusy(false)
    if (called.kind === 'refused') {
      approval.heed(called)
      return setProblem(called)
    }
    showToast(doneWords(called.answer.data, 'Corrected without notifying subscribers.'))
    onDone(called.answer.data)
  }
  return (
    <FormDialog
      title="Correct this update"
      lead="Readers see the correction immediately. Subscribers aren’t notified."
      width="wide"
      above={<MovedNotice />}
      problem={problem}
      isBusy={isBusy}
      sentBy="Ctrl+Enter"
      send="Save the correction"
      busySend="Saving…"
      note={`${keysWords('Ctrl+Enter')} saves.`}
      approval={approval}
      onSend={save}
      onClose={onClose}
    >
      <RichTextField
        label="What the update says"
        value={body}
        error={problem?.errors.body}
        hasFocusAtFirst
        size="short"
        onChange={setBody}
      />
      <MomentField
        label="Time of the update"
        hint="Between the update before and the one after it."
        value={postedOn}
        error={problem?.errors.posted_on}
        onChange={setPostedOn}
        onUnreadable={setUnreadable}
      />
    </FormDialog>
  )
}
