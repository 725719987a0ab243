import { useState } from 'react'
import { statusFits } from '../../../domain/newsroom/status-fits.ts'
import { MINUTE_MS } from '../../../domain/time.ts'
import { ChoiceField } from '../../../ui/forms/choice-field.tsx'
import { MomentField } from '../../editor/fields/moment-field.tsx'
import {
  TemplateChoice,
  type UpdateTemplateOf,
  useTemplates,
} from '../../editor/templates/template-choice.tsx'
import { useChoices } from '../../parts/use-choices.ts'
import type { LifeDialogProps } from './life-record.ts'
import { nextUpdateAtFirst } from './next-update-at-first.ts'
import styles from './step-form.module.css'
import { StepForm } from './step-form.tsx'
import { TellingField } from './telling-field.tsx'
import { useFilledUpdate } from './use-filled-update.ts'
import { useKeptWords } from './use-kept-words.ts'
import { useRecipients } from './use-recipients.ts'
import { useStep } from './use-step.ts'

/** Only what the author changed; colleagues may change the rest meanwhile. */
interface Changes {
  statusId?: number
  severityTid?: number
  nextUpdate?: string | null
  toTime?: string | null
}

/** Published immediately. */
export function UpdateDialog({ record: opened, onDone, onClose }: LifeDialogProps) {
  const { choices } = useChoices()
  const kept = useKeptWords(`update-${opened.id}`)
  const [changes, setChanges] = useState<Changes>(() => {
    const nextUpdate = nextUpdateAtFirst(opened, new Date())
    return nextUpdate === opened.next_update ? {} : { nextUpdate }
  })
  // Chosen by hand, unlike what a template has set.
  const [own, setOwn] = useState<Changes>({})
  const [isNextUnreadable, setNextUnreadable] = useState(false)
  const [isEndUnreadable, setEndUnreadable] = useState(false)
  const [notifies, setNotifies] = useState(true)
  const recipients = useRecipients(opened.id, 'updated')
  const step = useStep('POST /api/admin/records/:id/updates', {
    record: opened,
    onDone(changed) {
      kept.drop()
      onDone(changed)
    },
  })
  const { record } = step
  const newEnd = changes.toTime && changes.toTime !== record.to_time ? changes.toTime : null
  const update = useFilledUpdate(record.id, { choices, kept, newEnd })
  const templates = useTemplates(record.kind, 'update')
  const statusId = changes.statusId ?? record.status_id
  const severityTid = changes.severityTid ?? record.severity_tid
  const nextUpdate = changes.nextUpdate === undefined ? record.next_update : changes.nextUpdate
  const change = (more: Changes) => setChanges((before) => ({ ...before, ...more }))
  function choose(more: Changes) {
    change(more)
    setOwn((before) => ({ ...before, ...more }))
  }
  function send() {
    if (isNextUnreadable || isEndUnreadable) return
    void step.send({
      body: kept.words,
      notifies,
      ...(statusId !== record.status_id && { status_id: statusId }),
      ...(severityTid !== record.severity_tid && { severity_tid: severityTid }),
      ...(nextUpdate !== record.next_update && { next_update: nextUpdate }),
      ...(newEnd !== null && { to_time: newEnd }),
    })
  }
  const isClosed = choices?.statuses.find(({ id }) => id === record.status_id)?.is_closed ?? false
  const statuses = choices?.statuses.filter(
    (status) =>
      status.id === record.status_id ||
      status.id === statusId ||
      (!isClosed && !status.is_closed && !status.is_retired && statusFits(record.kind, status)),
  )
  const mayMoveEnd = record.kind === 'maintenance' && !isClosed
  const severities = choices?.severities.filter(({ tid, is_retired }) => tid === severityTid || !is_retired)
  return (
    <StepForm
      title="Post an update"
      lead={record.title}
      label="What is new"
      kept={kept}
      problem={step.problem}
      isBusy={step.isBusy}
      colleagues={step.colleagues}
      send="Post update"
      busySend="Posting…"
      onSend={send}
      onClose={onClose}
    >
      <TemplateChoice
        templates={templates}
        moments={mayMoveEnd ? { new_end: { value: newEnd, onChange: (at) => change({ toTime: at }) } } : {}}
        typedIn={({ content }) => [
          ...(update.hasOwnWords() ? ['What is new'] : []),
          ...replacedBy(changesOf(content), own),
        ]}
        onUse={async ({ content }, values, { keepsTyped }) => {
          if (!keepsTyped || !update.hasOwnWords()) await update.insert(content.body, values)
          change(keepsTyped ? { ...changesOf(content), ...own } : changesOf(content))
          if (!keepsTyped) setOwn({})
        }}
      />
      <div className={styles.columns}>
        {statuses !== undefined && (
          <ChoiceField
            name="status"
            label="Status"
            value={statusId}
            error={step.problem?.errors.status_id}
            onPick={(picked) => choose({ statusId: Number(picked) })}
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
            onPick={(picked) => choose({ severityTid: Number(picked) })}
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
        onChange={(at) => choose({ nextUpdate: at })}
        onUnreadable={setNextUnreadable}
      />
      {mayMoveEnd && (
        <MomentField
          label="Ends at"
          hint="Change it if the work takes longer or ends early."
          value={changes.toTime === undefined ? record.to_time : changes.toTime}
          error={step.problem?.errors.to_time}
          quick={['+1h', '+2h']}
          onChange={(at) => change({ toTime: at })}
          onUnreadable={setEndUnreadable}
        />
      )}
      <TellingField recipients={recipients} isOn={notifies} onChange={setNotifies} />
    </StepForm>
  )
}

function changesOf({ status_id, severity_tid, next_update_minutes }: UpdateTemplateOf['content']): Changes {
  return {
    ...(status_id !== undefined && { statusId: status_id }),
    ...(severity_tid !== undefined && { severityTid: severity_tid }),
    ...(next_update_minutes !== undefined && {
      nextUpdate: new Date(Date.now() + next_update_minutes * MINUTE_MS).toISOString(),
    }),
  }
}

const LABELS: Record<keyof Changes, string> = {
  statusId: 'Status',
  severityTid: 'Severity',
  nextUpdate: 'Next update by',
  toTime: 'Ends at',
}

function replacedBy(said: Changes, own: Changes): string[] {
  const names = Object.keys(said) as (keyof Changes)[]
  return names
    .filter((name) => own[name] !== undefined && own[name] !== said[name])
    .map((name) => LABELS[name])
}
