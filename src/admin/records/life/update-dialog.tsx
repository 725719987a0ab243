import { useRef, useState } from 'react'
import type { Choices } from '../../../contract/admin/choices.ts'
import type { AdminRecord } from '../../../contract/admin/record-content.ts'
import { fillPlaceholders, knownPlaceholders } from '../../../domain/newsroom/placeholders.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import { ChoiceField } from '../../../ui/forms/choice-field.tsx'
import { useRoot } from '../../../ui/root-data.ts'
import { MomentField } from '../../editor/fields/moment-field.tsx'
import { factsOfContent } from '../../editor/templates/facts-of-content.ts'
import { TemplateChoice } from '../../editor/templates/template-choice.tsx'
import { useChoices } from '../../parts/use-choices.ts'
import type { LifeDialogProps } from './life-record.ts'
import { nextUpdateAtFirst } from './next-update-at-first.ts'
import styles from './step-form.module.css'
import { StepForm } from './step-form.tsx'
import { TellingField } from './telling-field.tsx'
import { useKeptWords } from './use-kept-words.ts'
import { useRecipients } from './use-recipients.ts'
import { useStep } from './use-step.ts'

/** Published immediately. */
export function UpdateDialog({ record, onDone, onClose }: LifeDialogProps) {
  const { choices } = useChoices()
  const kept = useKeptWords(`update-${record.id}`)
  const [statusId, setStatusId] = useState(record.status_id)
  const [severityTid, setSeverityTid] = useState(record.severity_tid)
  const [nextUpdate, setNextUpdate] = useState(() => nextUpdateAtFirst(record, new Date()))
  const [isNextUnreadable, setNextUnreadable] = useState(false)
  const [notifies, setNotifies] = useState(true)
  const recipients = useRecipients(record.id, 'updated')
  const fill = useFilledUpdate(record.id, choices)
  const step = useStep('POST /api/admin/records/:id/updates', {
    onDone(changed) {
      kept.drop()
      onDone(changed)
    },
  })
  function send() {
    if (isNextUnreadable) return
    void step.send({
      id: record.id,
      body: kept.words,
      notifies,
      status_id: statusId,
      severity_tid: severityTid,
      next_update: nextUpdate,
    })
  }
  const statuses = choices?.statuses.filter(
    ({ id, is_closed, is_retired }) => id === record.status_id || (!is_closed && !is_retired),
  )
  const severities = choices?.severities.filter(({ tid, is_retired }) => tid === severityTid || !is_retired)
  return (
    <StepForm
      title="Post an update"
      lead={record.title}
      label="What is new"
      kept={kept}
      problem={step.problem}
      isBusy={step.isBusy}
      send="Post update"
      busySend="Posting…"
      onSend={send}
      onClose={onClose}
    >
      <TemplateChoice
        kind={record.kind}
        purpose="update"
        onUse={async ({ content }, values) => {
          kept.write(await fill(content.body, values))
          if (content.status_id !== undefined) setStatusId(content.status_id)
          if (content.severity_tid !== undefined) setSeverityTid(content.severity_tid)
          if (content.next_update_minutes !== undefined) {
            setNextUpdate(new Date(Date.now() + content.next_update_minutes * 60_000).toISOString())
          }
        }}
      />
      <div className={styles.columns}>
        {statuses !== undefined && (
          <ChoiceField
            name="status"
            label="Status"
            value={statusId}
            error={step.problem?.errors.status_id}
            onPick={(picked) => setStatusId(Number(picked))}
          >
            {statuses.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </ChoiceField>
        )}
        {severities !== undefined && (
          <ChoiceField
            name="severity"
            label="Severity"
            value={severityTid}
            error={step.problem?.errors.severity_tid}
            onPick={(picked) => setSeverityTid(Number(picked))}
          >
            {severities.map(({ tid, name }) => (
              <option key={tid} value={tid}>
                {name}
              </option>
            ))}
          </ChoiceField>
        )}
      </div>
      <MomentField
        label="Next update by"
        hint="Leave empty to promise none."
        value={nextUpdate}
        error={step.problem?.errors.next_update}
        quick={['+30m', '+1h', '+2h']}
        onChange={setNextUpdate}
        onUnreadable={setNextUnreadable}
      />
      <TellingField recipients={recipients} isOn={notifies} onChange={setNotifies} />
    </StepForm>
  )
}

/** Fills the placeholders of an update template from its record, which is loaded when first needed. */
function useFilledUpdate(id: number, choices: Choices | undefined) {
  const { provider } = useRoot().global
  const record = useRef<AdminRecord>(undefined)
  return async (body: string, values: Readonly<Record<string, string>>) => {
    if (record.current === undefined) {
      const called = await callAccount('GET /api/admin/records/:id', { id })
      if (called.kind === 'done') record.current = called.answer.data
    }
    const known =
      record.current === undefined || choices === undefined
        ? {}
        : knownPlaceholders(
            factsOfContent(record.current.content, { choices, provider: provider.name, now: new Date() }),
          )
    return fillPlaceholders({ body }, { ...known, ...values }).body
  }
}
