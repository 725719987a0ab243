import { useState } from 'react'
import { MomentField } from '../../editor/fields/moment-field.tsx'
import type { LifeDialogProps } from './life-record.ts'
import styles from './step-form.module.css'
import { StepForm } from './step-form.tsx'
import { TellingField } from './telling-field.tsx'
import { useKeptWords } from './use-kept-words.ts'
import { useRecipients } from './use-recipients.ts'
import { useStep } from './use-step.ts'

/** Moves maintenance to another window, or to an unknown one. */
export function PostponeDialog({ record, onDone, onClose }: LifeDialogProps) {
  const kept = useKeptWords(`postpone-${record.id}`)
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const [isFromUnreadable, setFromUnreadable] = useState(false)
  const [isToUnreadable, setToUnreadable] = useState(false)
  const [notifies, setNotifies] = useState(true)
  const recipients = useRecipients(record.id, 'postponed')
  const step = useStep('POST /api/admin/records/:id/postpone', {
    record,
    onDone(changed) {
      kept.drop()
      onDone(changed)
    },
  })
  function send() {
    if (isFromUnreadable || isToUnreadable) return
    void step.send({ body: kept.words, notifies, from_time: from, to_time: to })
  }
  return (
    <StepForm
      title="Postpone this maintenance"
      lead={record.title}
      label="Why, and what readers should know"
      kept={kept}
      problem={step.problem}
      isBusy={step.isBusy}
      colleagues={step.colleagues}
      approval={step.approval}
      send="Postpone"
      busySend="Publishing…"
      onSend={send}
      onClose={onClose}
    >
      <div className={styles.columns}>
        <MomentField
          label="New start"
          hint="Leave empty if not known yet."
          value={from}
          error={step.problem?.errors.from_time}
          onChange={setFrom}
          onUnreadable={setFromUnreadable}
        />
        <MomentField
          label="New end"
          value={to}
          error={step.problem?.errors.to_time}
          onChange={setTo}
          onUnreadable={setToUnreadable}
        />
      </div>
      <TellingField recipients={recipients} isOn={notifies} onChange={setNotifies} />
    </StepForm>
  )
}
