import { useState } from 'react'
import type { RecordKind } from '../../../domain/record.ts'
import { MomentField } from '../../parts/moment-field.tsx'
import { useChoices } from '../../parts/use-choices.ts'
import { useStaffAnswer } from '../../parts/use-staff-answer.ts'
import {
  PLAN_TO_CHOOSE,
  PostMortemDueField,
  planAtFirst,
  planBefore,
  planOf,
  type TypedPlan,
} from '../../post-mortem/post-mortem-due-field.tsx'
import type { LifeDialogProps } from './life-record.ts'
import { NotifyField } from './notify-field.tsx'
import { StepForm } from './step-form.tsx'
import { useRecipients } from './use-recipients.ts'
import { useStep } from './use-step.ts'
import { useStepTemplate } from './use-step-template.tsx'
import { useStoredWords } from './use-stored-words.ts'

const LABEL = 'What readers should know'
const WORDS: Record<RecordKind, { title: string; send: string; at: string; usual: string }> = {
  incident: {
    title: 'Resolve this incident',
    send: 'Resolve',
    at: 'It ended at',
    usual: '<p>This incident is resolved.</p>',
  },
  maintenance: {
    title: 'Complete this maintenance',
    send: 'Complete',
    at: 'It ended at',
    usual: '<p>This maintenance is completed.</p>',
  },
  advisory: {
    title: 'This advisory is remediated',
    send: 'Mark as remediated',
    at: 'Remediated at',
    usual: '<p>This is remediated.</p>',
  },
  notification: {
    title: 'Close this notification',
    send: 'Close it',
    at: 'Closed at',
    usual: '<p>This notification is closed.</p>',
  },
}

export function ResolveDialog({ record, onDone, onClose }: LifeDialogProps) {
  const words = WORDS[record.kind]
  const stored = useStoredWords(`resolve-${record.id}`, words.usual)
  const [closedOn, setClosedOn] = useState<string | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const [notifies, setNotifies] = useState(true)
  const loaded = useChoices()
  const { called, choices } = loaded
  const before = usePlanBefore(record)
  const [plan, setPlan] = useState<TypedPlan>()
  // Set once: a later answer must not change what someone is typing.
  if (plan === undefined && called !== undefined && before.isAsked) {
    const usual = choices && planAtFirst(choices.post_mortem_days, new Date())
    setPlan(before.plan === undefined ? PLAN_TO_CHOOSE : planBefore(before.plan, usual ?? PLAN_TO_CHOOSE))
  }
  const [isDayMissing, setDayMissing] = useState(false)
  const template = useStepTemplate('resolve', { record, stored, label: LABEL, choices: loaded })
  const recipients = useRecipients(record.id, record.kind === 'maintenance' ? 'completed' : 'resolved')
  const step = useStep('POST /api/admin/records/:id/resolve', {
    record,
    stored,
    onDone,
  })
  function send() {
    if (isUnreadable) return
    const postMortem = plan === undefined ? undefined : planOf(plan)
    if (plan !== undefined && postMortem === undefined) return setDayMissing(true)
    void step.send({
      body: stored.words,
      notifies,
      ...(closedOn !== null && { closed_on: closedOn }),
      ...(postMortem !== undefined && { post_mortem: postMortem }),
    })
  }
  return (
    <StepForm
      title={words.title}
      lead={record.title}
      label={LABEL}
      hint="For example, what was done and whether they need to do anything."
      stored={stored}
      step={step}
      // The day of the post-mortem depends on them.
      isReady={template.isReady && !before.isLoading}
      send={words.send}
      busySend="Publishing…"
      onSend={send}
      onClose={onClose}
    >
      {template.field}
      <MomentField
        label={words.at}
        hint="Leave empty for now."
        value={closedOn}
        error={step.problem?.errors.closed_on}
        quick={['-15m', '-1h']}
        onChange={setClosedOn}
        onUnreadable={setUnreadable}
      />
      {plan !== undefined && (
        <PostMortemDueField
          plan={plan}
          hint={plan === PLAN_TO_CHOOSE ? 'We couldn’t load the usual day. Please choose one.' : undefined}
          error={isDayMissing && planOf(plan) === undefined ? 'Please choose a day.' : undefined}
          onChange={setPlan}
        />
      )}
      <NotifyField recipients={recipients} isOn={notifies} onChange={setNotifies} />
    </StepForm>
  )
}

/** An incident that was reopened may have a plan, or its post-mortem already. */
function usePlanBefore({ id, kind }: LifeDialogProps['record']) {
  const isIncident = kind === 'incident'
  const { called } = useStaffAnswer('GET /api/admin/records/:id/post-mortem', {
    input: isIncident ? { id } : undefined,
    because: '',
  })
  const plan = called?.kind === 'done' ? called.answer.data : undefined
  return {
    isLoading: isIncident && called === undefined,
    isAsked: called !== undefined && !plan?.published,
    plan,
  }
}
