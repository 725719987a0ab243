import { useState } from 'react'
import type { AdminRecord } from '../../../contract/admin/record-content.ts'
import { formatTime, UTC } from '../../../domain/format-time.ts'
import {
  becauseWords,
  tidyReason,
  WITHDRAWAL_REASON_CHARACTERS,
} from '../../../domain/newsroom/withdrawal-words.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { MomentField } from '../../parts/moment-field.tsx'
import { TextAreaField } from '../../parts/text-fields.tsx'
import { type ApprovalAsked, useApproval } from '../../parts/use-approval.tsx'
import { useChoices } from '../../parts/use-choices.ts'
import { type LifeDialogProps, lifeRecordOf } from '../../records/life/life-record.ts'
import { NotifyField } from '../../records/life/notify-field.tsx'
import { CancelDialog, ReopenDialog, StartDialog } from '../../records/life/plain-step-dialog.tsx'
import { ResolveDialog } from '../../records/life/resolve-dialog.tsx'
import styles from '../../records/life/step-form.module.css'
import { StepForm } from '../../records/life/step-form.tsx'
import { UpdateDialog } from '../../records/life/update-dialog.tsx'
import { useRecipients } from '../../records/life/use-recipients.ts'
import { useStep } from '../../records/life/use-step.ts'
import { useStepTemplate } from '../../records/life/use-step-template.tsx'
import { useStoredWords } from '../../records/life/use-stored-words.ts'
import { MovedNotice } from '../notices.tsx'
import type { useRecordActs } from './use-record-acts.tsx'

export type OpenDialog =
  | 'update'
  | 'resolve'
  | 'reopen'
  | 'start'
  | 'postpone'
  | 'cancel'
  | 'archive'
  | 'unpublish'

const REASON_LEAST_CHARACTERS = 3

export function ActDialogs({
  open,
  record,
  acts,
  onDone,
  onClose,
}: {
  open: OpenDialog
  record: AdminRecord
  acts: ReturnType<typeof useRecordActs>
  onDone: (record: AdminRecord) => void
  onClose: () => void
}) {
  const step = { record: lifeRecordOf(record), onDone, onClose }
  switch (open) {
    case 'update':
      return <UpdateDialog {...step} />
    case 'resolve':
      return <ResolveDialog {...step} />
    case 'reopen':
      return <ReopenDialog {...step} />
    case 'start':
      return <StartDialog {...step} />
    case 'postpone':
      return <PostponeDialog {...step} />
    case 'cancel':
      return <CancelDialog {...step} />
    case 'archive':
      return <ArchiveDialog record={record} onYes={acts.archive} onClose={onClose} />
    case 'unpublish':
      return <UnpublishDialog record={record} onYes={acts.unpublish} onClose={onClose} />
  }
}

type Refused = { message: string; errors: Readonly<Record<string, string>> } | undefined

function ArchiveDialog({
  record,
  onYes,
  onClose,
}: {
  record: AdminRecord
  onYes: (approval: ApprovalAsked['input']) => Promise<Refused>
  onClose: () => void
}) {
  const approval = useApproval(record.approval.needs.publish)
  return (
    <ConfirmDialog
      question="Archive this record?"
      yes="Archive"
      busyYes="Archiving…"
      approval={approval}
      onYes={() => onYes(approval.input)}
      onClose={onClose}
    >
      <MovedNotice />
      <p>It is closed for good without notifying subscribers. Readers still find it in the lists.</p>
    </ConfirmDialog>
  )
}

function UnpublishDialog({
  record,
  onYes,
  onClose,
}: {
  record: AdminRecord
  onYes: (given: { reason: string; public_reason: string } & ApprovalAsked['input']) => Promise<Refused>
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [publicReason, setPublicReason] = useState('')
  const [error, setError] = useState<string>()
  const approval = useApproval(record.approval.needs.publish)
  const tidied = tidyReason(publicReason)
  async function unpublish() {
    if (reason.trim().length >= REASON_LEAST_CHARACTERS) {
      return onYes({ reason: reason.trim(), public_reason: publicReason, ...approval.input })
    }
    const message = 'Give a reason for the audit log.'
    setError(message)
    return { message, errors: {} }
  }
  return (
    <ConfirmDialog
      question="Withdraw this record from the site?"
      yes="Withdraw"
      busyYes="Withdrawing…"
      approval={approval}
      onYes={unpublish}
      onClose={onClose}
    >
      <MovedNotice />
      <p>
        Its text disappears from the site, and pending notifications are canceled. Messages already sent can’t
        be recalled, and the public log keeps earlier versions until an administrator redacts them. Its
        address will say: “Withdrawn on {formatTime(new Date(), UTC)}
        {becauseWords(tidied === '' ? null : tidied)}”
      </p>
      {record.content.kind === 'incident' && (
        <p>
          A post-mortem goes with it. Publishing the incident again brings both back, unless the post-mortem
          is taken off the site meanwhile.
        </p>
      )}
      <TextAreaField
        label="Withdrawn because"
        hint="Optional. Readers see this at the address of the post."
        rows={2}
        maxLength={WITHDRAWAL_REASON_CHARACTERS}
        autoFocus
        value={publicReason}
        onChange={setPublicReason}
      />
      <TextAreaField
        label="Why"
        hint="For the audit log. Readers don’t see it."
        error={error}
        rows={2}
        maxLength={1000}
        value={reason}
        onChange={(value) => {
          setReason(value)
          setError(undefined)
        }}
      />
    </ConfirmDialog>
  )
}

const WHY_POSTPONED = 'Why, and what readers should know'

function PostponeDialog({ record, onDone, onClose }: LifeDialogProps) {
  const stored = useStoredWords(`postpone-${record.id}`)
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const [isFromUnreadable, setFromUnreadable] = useState(false)
  const [isToUnreadable, setToUnreadable] = useState(false)
  const [notifies, setNotifies] = useState(true)
  const recipients = useRecipients(record.id, 'postponed')
  const choices = useChoices()
  const template = useStepTemplate('postpone', { record, stored, label: WHY_POSTPONED, choices })
  const step = useStep('POST /api/admin/records/:id/postpone', {
    record,
    stored,
    onDone,
  })
  function send() {
    if (isFromUnreadable || isToUnreadable) return
    void step.send({ body: stored.words, notifies, from_time: from, to_time: to })
  }
  return (
    <StepForm
      title="Postpone this maintenance"
      lead={record.title}
      label={WHY_POSTPONED}
      stored={stored}
      step={step}
      isReady={template.isReady}
      send="Postpone"
      busySend="Publishing…"
      onSend={send}
      onClose={onClose}
    >
      {template.field}
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
      <NotifyField recipients={recipients} isOn={notifies} onChange={setNotifies} />
    </StepForm>
  )
}
