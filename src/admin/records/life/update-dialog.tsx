import { useState } from 'react'
import type { RecordKind } from '../../../domain/record.ts'
import { MINUTE_MS } from '../../../domain/time.ts'
import { ChoiceField } from '../../../ui/forms/choice-field.tsx'
import {
  TemplateChoice,
  type UpdateTemplateOf,
  useTemplates,
} from '../../editor/templates/template-choice.tsx'
import { MomentField } from '../../parts/moment-field.tsx'
import { useChoices } from '../../parts/use-choices.ts'
import { statusFits, templateFits } from '../status-fits.ts'
import type { LifeDialogProps } from './life-record.ts'
import { nextUpdateAtFirst } from './next-update-at-first.ts'
import { NotifyField } from './notify-field.tsx'
import styles from './step-form.module.css'
import { StepForm } from './step-form.tsx'
import { UpdatePlaces } from './update-places.tsx'
import { UpdatePreview } from './update-preview.tsx'
import { useFilledUpdate } from './use-filled-update.ts'
import { useMovedPlaces } from './use-moved-places.ts'
import { useRecipients } from './use-recipients.ts'
import { useStep } from './use-step.ts'
import { useStoredWords } from './use-stored-words.ts'

/** Only what the author changed; colleagues may change the rest meanwhile. */
interface Changes {
  statusId?: number
  severityTid?: number
  nextUpdate?: string | null
  toTime?: string | null
  postedOn?: string | null
}

/** Only these name places. Others concern everything on their clouds, or nothing. */
const HAS_PLACES: ReadonlySet<RecordKind> = new Set(['incident', 'maintenance'])

export function UpdateDialog({ record: opened, onDone, onClose }: LifeDialogProps) {
  const { called, choices } = useChoices()
  const stored = useStoredWords(`update-${opened.id}`)
  const [changes, setChanges] = useState<Changes>({})
  // Chosen by hand, not set by a template.
  const [own, setOwn] = useState<Changes>({})
  const [renewed] = useState(() => nextUpdateAtFirst(opened, new Date()))
  const [isNextUnreadable, setNextUnreadable] = useState(false)
  const [isEndUnreadable, setEndUnreadable] = useState(false)
  const [isTimeUnreadable, setTimeUnreadable] = useState(false)
  const [chosenNotifies, setNotifies] = useState<boolean>()
  const [hasPlaces, setHasPlaces] = useState(false)
  const [isPreviewed, setPreviewed] = useState(false)
  const recipients = useRecipients(opened.id, 'updated')
  const step = useStep('POST /api/admin/records/:id/updates', {
    record: opened,
    stored,
    onDone,
  })
  const { record } = step
  const newEnd = changes.toTime && changes.toTime !== record.to_time ? changes.toTime : null
  const update = useFilledUpdate(record.id, { choices, stored, newEnd })
  const { templates, isLoading } = useTemplates(record.kind, 'update')
  const statusId = changes.statusId ?? record.status_id
  const severityTid = changes.severityTid ?? record.severity_tid
  const moving = useMovedPlaces(opened.id, hasPlaces, severityTid)
  // An overdue promise is renewed, unless a colleague has made another. A backdated update promises
  // nothing.
  const isRenewed = record.next_update === opened.next_update && !changes.postedOn
  const promised = isRenewed ? renewed : record.next_update
  // Subscribers expect a message. A backdated update is for the history, unless its author chooses to
  // notify.
  const notifies = chosenNotifies ?? !changes.postedOn
  const nextUpdate = changes.nextUpdate === undefined ? promised : changes.nextUpdate
  const change = (more: Changes) => setChanges((before) => ({ ...before, ...more }))
  function choose(more: Changes) {
    change(more)
    setOwn((before) => ({ ...before, ...more }))
  }
  const said = {
    body: stored.words,
    ...(statusId !== record.status_id && { status_id: statusId }),
    ...(severityTid !== record.severity_tid && { severity_tid: severityTid }),
    ...(nextUpdate !== record.next_update && { next_update: nextUpdate }),
    ...(newEnd !== null && { to_time: newEnd }),
    ...(changes.postedOn && { posted_on: changes.postedOn }),
    ...moving.moved,
  }
  function send() {
    if (isNextUnreadable || isEndUnreadable || isTimeUnreadable) return
    void step.send({ ...said, notifies })
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
      stored={stored}
      step={step}
      isReady={called !== undefined && !isLoading && !update.isInserting}
      send="Post update"
      busySend="Posting…"
      onSend={send}
      onClose={onClose}
    >
      <TemplateChoice
        // Without the choices it couldn't name services and data centers.
        templates={
          choices &&
          templates?.filter((template) =>
            templateFits(template, { step: 'update', record, statuses: choices.statuses }),
          )
        }
        moments={mayMoveEnd ? { new_end: { value: newEnd, onChange: (at) => change({ toTime: at }) } } : {}}
        typedIn={({ content }) => [
          ...(update.hasOwnWords() ? ['What is new'] : []),
          ...replacedBy(changesOf(content), own),
        ]}
        onUse={({ content }, values, { keepsTyped }) => {
          change(keepsTyped ? { ...changesOf(content), ...own } : changesOf(content))
          if (!keepsTyped) setOwn({})
          if (!keepsTyped || !update.hasOwnWords()) void update.insert(content.body, values)
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
      {isClosed && <p className={styles.note}>It stays closed. To say that it continues, reopen it.</p>}
      {HAS_PLACES.has(record.kind) && (
        <UpdatePlaces
          moving={moving}
          record={{ kind: record.kind, severity_tid: severityTid }}
          choices={choices}
          errors={step.problem?.errors ?? {}}
          isOpen={hasPlaces}
          onOpen={setHasPlaces}
        />
      )}
      {!isClosed && (
        <MomentField
          label="Next update by"
          hint="Leave empty if you don’t promise one."
          value={nextUpdate}
          error={step.problem?.errors.next_update}
          quick={['+30m', '+1h', '+2h']}
          onChange={(at) => choose({ nextUpdate: at })}
          onUnreadable={setNextUnreadable}
        />
      )}
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
      <MomentField
        label="Backdate to"
        hint="Leave empty to use the current time. An update older than the newest one only fills a gap in the history."
        value={changes.postedOn ?? null}
        error={step.problem?.errors.posted_on}
        quick={['-15m', '-1h']}
        onChange={(at) => change({ postedOn: at })}
        onUnreadable={setTimeUnreadable}
      />
      <NotifyField recipients={recipients} isOn={notifies} onChange={setNotifies} />
      <div>
        <button
          type="button"
          className="button"
          aria-expanded={isPreviewed}
          onClick={() => setPreviewed((before) => !before)}
        >
          {isPreviewed ? 'Hide the preview' : 'Preview'}
        </button>
      </div>
      {isPreviewed && <UpdatePreview update={{ ...said, id: record.id }} />}
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
  postedOn: 'Backdate to',
}

function replacedBy(said: Changes, own: Changes): string[] {
  const names = Object.keys(said) as (keyof Changes)[]
  return names
    .filter((name) => own[name] !== undefined && own[name] !== said[name])
    .map((name) => LABELS[name])
}
