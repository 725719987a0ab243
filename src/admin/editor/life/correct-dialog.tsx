import { type KeyboardEvent, useState } from 'react'
import type { AdminRecord, AdminUpdate } from '../../../contract/admin/record-content.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../../ui/forms/posted.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { FormButtons } from '../../parts/form-buttons.tsx'
import { Modal } from '../../parts/modal.tsx'
import { doneWords, useApproval } from '../../parts/use-approval.tsx'
import { MomentField } from '../fields/moment-field.tsx'
import { keysWords } from '../keys-words.ts'
import { MovedNotice } from '../notices.tsx'
import styles from '../publish/publish-dialog.module.css'
import { RichTextField } from '../rich-text/rich-text-field.tsx'

export function CorrectDialog({
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
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    void save()
  }
  return (
    <Modal
      title="Correct this update"
      lead="Readers see the correction immediately. Subscribers aren’t notified."
      width="wide"
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter saves from anywhere in the dialog. */}
      <div className={styles.form} aria-busy={isBusy} onKeyDown={onKeyDown}>
        <MovedNotice />
        <FormAlert problem={problem} isPast={isBusy} />
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
        {approval.field}
        <FormButtons note={`${keysWords('Ctrl+Enter')} saves.`}>
          <button
            type="button"
            className="button primary"
            aria-disabled={isBusy || undefined}
            onClick={() => void save()}
          >
            {approval.isAsking
              ? isBusy
                ? 'Asking…'
                : 'Ask for approval'
              : isBusy
                ? 'Saving…'
                : 'Save the correction'}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </FormButtons>
      </div>
    </Modal>
  )
}
