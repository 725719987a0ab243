import type { recordLifeCalls } from '../../../contract/admin/record-life.ts'
import { cancelMaintenance } from '../../../publishing/life/cancel-maintenance.ts'
import { correctUpdate } from '../../../publishing/life/correct-update.ts'
import { lookAtUpdate } from '../../../publishing/life/look-at-update.ts'
import { postUpdate } from '../../../publishing/life/post-update.ts'
import { postponeMaintenance } from '../../../publishing/life/postpone-maintenance.ts'
import { removeUpdate } from '../../../publishing/life/remove-update.ts'
import { reopenRecord } from '../../../publishing/life/reopen-record.ts'
import { resolveRecord } from '../../../publishing/life/resolve-record.ts'
import { startMaintenance } from '../../../publishing/life/start-maintenance.ts'
import type { StepRefusal } from '../../../publishing/life/step-outcome.ts'
import type { Stepping } from '../../../publishing/life/take-step.ts'
import type { Asked, Handlers } from '../asked.ts'
import { stepFault } from '../record-faults.ts'

import { editing, momentIn, passOrAsk, recordForStaff } from './editing.ts'
import { dueOf } from './post-mortems.ts'
import { previewSeen } from './preview-record.ts'

type LifeCall = keyof typeof recordLifeCalls
type StepCall = Exclude<
  LifeCall,
  | 'POST /api/admin/records/:id/updates/:update'
  | 'POST /api/admin/records/:id/updates/:update/remove'
  | 'POST /api/admin/records/:id/preview-update'
>

export const recordLifeHandlers: Handlers<LifeCall> = {
  'POST /api/admin/records/:id/updates': async (asked) => {
    const fields = updateFields(asked.input)
    const gate = await passOrAsk(asked, () => ({
      act: 'post-update',
      ...wordsOf(asked),
      ...actFields(fields),
    }))
    if (gate.kind === 'asked') return recordForStaff(asked, asked.input.id)
    const { pass } = gate
    return answer(asked, await postUpdate(asked.context.newsroom.db, { ...stepping(asked), ...fields, pass }))
  },

  'POST /api/admin/records/:id/preview-update': async (asked) => {
    const { context, input } = asked
    const { id: recordId, body, edition: seenEdition, view, cloud } = input
    const look = await lookAtUpdate(context.newsroom.db, {
      ...editing(asked),
      ...updateFields(input),
      recordId,
      body,
      notifies: false,
      seenEdition,
    })
    if (look.kind !== 'seen') throw stepFault(look, { now: context.clock() })
    return { data: { html: await previewSeen(context, { ...look, recordId, view, cloud }) } }
  },

  'POST /api/admin/records/:id/updates/:update/remove': async (asked) => {
    const { id: recordId, update: updateId, version } = asked.input
    const gate = await passOrAsk(asked, () => ({ act: 'remove-update', update: updateId }))
    if (gate.kind === 'asked') return recordForStaff(asked, asked.input.id)
    const removing = { recordId, updateId, version, ...editing(asked), pass: gate.pass }
    return answer(asked, await removeUpdate(asked.context.newsroom.db, removing))
  },

  'POST /api/admin/records/:id/updates/:update': async (asked) => {
    const { id: recordId, update: updateId, version, body, posted_on } = asked.input
    const postedOn = momentIn('posted_on', posted_on)
    const gate = await passOrAsk(asked, () => ({
      act: 'correct-update',
      update: updateId,
      body,
      ...(postedOn != null && { posted_on: postedOn.toISOString() }),
    }))
    if (gate.kind === 'asked') return recordForStaff(asked, asked.input.id)
    const outcome = await correctUpdate(asked.context.newsroom.db, {
      recordId,
      updateId,
      version,
      body,
      postedOn,
      ...editing(asked),
      pass: gate.pass,
    })
    return answer(asked, outcome)
  },

  'POST /api/admin/records/:id/resolve': async (asked) => {
    const closedOn = momentIn('closed_on', asked.input.closed_on)
    const { post_mortem: plan } = asked.input
    const postMortem = plan === undefined ? undefined : dueOf(plan, 'post_mortem')
    const gate = await passOrAsk(asked, () => ({
      act: 'resolve',
      ...wordsOf(asked),
      ...(closedOn != null && { closed_on: closedOn.toISOString() }),
      ...(postMortem !== undefined && { post_mortem: postMortem }),
    }))
    if (gate.kind === 'asked') return recordForStaff(asked, asked.input.id)
    const resolving = { ...stepping(asked), closedOn, postMortem, pass: gate.pass }
    return answer(asked, await resolveRecord(asked.context.newsroom.db, resolving))
  },

  'POST /api/admin/records/:id/reopen': (asked) => plainStep(asked, 'reopen', reopenRecord),

  'POST /api/admin/records/:id/start': (asked) => plainStep(asked, 'start', startMaintenance),

  'POST /api/admin/records/:id/postpone': async (asked) => {
    const { from_time, to_time } = asked.input
    const [fromTime, toTime] = [momentIn('from_time', from_time), momentIn('to_time', to_time)]
    const gate = await passOrAsk(asked, () => ({
      act: 'postpone',
      ...wordsOf(asked),
      from_time: fromTime?.toISOString() ?? null,
      to_time: toTime?.toISOString() ?? null,
    }))
    if (gate.kind === 'asked') return recordForStaff(asked, asked.input.id)
    const outcome = await postponeMaintenance(asked.context.newsroom.db, {
      ...stepping(asked),
      fromTime,
      toTime,
      pass: gate.pass,
    })
    return answer(asked, outcome)
  },

  'POST /api/admin/records/:id/cancel': (asked) => plainStep(asked, 'cancel', cancelMaintenance),
}

async function plainStep(
  asked: Asked<StepCall>,
  act: 'reopen' | 'start' | 'cancel',
  take: typeof reopenRecord,
) {
  const gate = await passOrAsk(asked, () => ({ act, ...wordsOf(asked) }))
  if (gate.kind === 'asked') return recordForStaff(asked, asked.input.id)
  return answer(asked, await take(asked.context.newsroom.db, { ...stepping(asked), pass: gate.pass }))
}

function wordsOf({ input: { body, notifies } }: Asked<StepCall>) {
  return { body, notifies }
}

function actFields(of: ReturnType<typeof updateFields>) {
  const { statusId, severityTid, nextUpdate, toTime, postedOn, isUrgent } = of
  return {
    ...(statusId !== undefined && { status_id: statusId }),
    ...(severityTid !== undefined && { severity_tid: severityTid }),
    ...(nextUpdate !== undefined && { next_update: nextUpdate?.toISOString() ?? null }),
    ...(toTime != null && { to_time: toTime.toISOString() }),
    ...(postedOn != null && { posted_on: postedOn.toISOString() }),
    ...('places' in of && of.places !== undefined && { places: of.places }),
    is_urgent: isUrgent,
  }
}

type UpdateInput = Pick<
  Asked<'POST /api/admin/records/:id/updates'>['input'],
  | 'status_id'
  | 'severity_tid'
  | 'next_update'
  | 'to_time'
  | 'posted_on'
  | 'is_urgent'
  | 'add_services'
  | 'remove_services'
  | 'add_data_centers'
  | 'remove_data_centers'
  | 'place_states'
>

function updateFields(input: UpdateInput) {
  const { add_services, remove_services, add_data_centers, remove_data_centers, place_states } = input
  const moved = [add_services, remove_services, add_data_centers, remove_data_centers, place_states]
  return {
    statusId: input.status_id,
    severityTid: input.severity_tid,
    nextUpdate: momentIn('next_update', input.next_update),
    toTime: momentIn('to_time', input.to_time),
    postedOn: momentIn('posted_on', input.posted_on),
    isUrgent: input.is_urgent ?? false,
    ...(moved.some((list) => list !== undefined && list.length > 0) && {
      places: {
        addServices: add_services ?? [],
        removeServices: remove_services ?? [],
        addDataCenters: add_data_centers ?? [],
        removeDataCenters: remove_data_centers ?? [],
        ...(place_states !== undefined && { states: place_states }),
      },
    }),
  }
}

function stepping(asked: Asked<StepCall>): Stepping {
  const { id: recordId, body, notifies, idempotency_key: idempotencyKey, edition: seenEdition } = asked.input
  return { ...editing(asked), recordId, body, notifies, idempotencyKey, seenEdition }
}

async function answer(asked: Asked<LifeCall>, outcome: { kind: 'done' } | StepRefusal) {
  if (outcome.kind !== 'done') throw stepFault(outcome, { now: asked.context.clock() })
  return recordForStaff(asked, asked.input.id)
}
