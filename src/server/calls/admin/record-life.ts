import type { recordLifeCalls } from '../../../contract/admin/record-life.ts'
import { mayEditAs } from '../../../domain/newsroom/may-edit.ts'
import { cancelMaintenance } from '../../../publishing/life/cancel-maintenance.ts'
import { correctUpdate } from '../../../publishing/life/correct-update.ts'
import { postUpdate } from '../../../publishing/life/post-update.ts'
import { postponeMaintenance } from '../../../publishing/life/postpone-maintenance.ts'
import { reopenRecord } from '../../../publishing/life/reopen-record.ts'
import { resolveRecord } from '../../../publishing/life/resolve-record.ts'
import { startMaintenance } from '../../../publishing/life/start-maintenance.ts'
import type { StepRefusal, WrongTime } from '../../../publishing/life/step-outcome.ts'
import type { Stepping } from '../../../publishing/life/take-step.ts'
import { aboutRecord } from '../../../publishing/records/about-record.ts'
import { actorOf } from '../../http/actor-of.ts'
import { Fault } from '../../http/faults.ts'
import { type Asked, type Handlers, wrongFields } from '../asked.ts'

import { momentIn } from './moment-in.ts'

type LifeCall = keyof typeof recordLifeCalls
type StepCall = Exclude<LifeCall, 'POST /api/admin/records/:id/updates/:update'>

export const recordLifeHandlers: Handlers<LifeCall> = {
  'POST /api/admin/records/:id/updates': async (asked) => {
    const { status_id, severity_tid, next_update, to_time, is_urgent } = asked.input
    const outcome = await postUpdate(asked.context.newsroom.db, {
      ...stepping(asked),
      statusId: status_id,
      severityTid: severity_tid,
      nextUpdate: momentIn('next_update', next_update),
      toTime: momentIn('to_time', to_time),
      isUrgent: is_urgent ?? false,
    })
    return answer(asked, outcome)
  },

  'POST /api/admin/records/:id/updates/:update': async (asked) => {
    const { id: recordId, update: updateId, version, body } = asked.input
    const outcome = await correctUpdate(asked.context.newsroom.db, {
      recordId,
      updateId,
      version,
      body,
      ...whoever(asked),
    })
    return answer(asked, outcome)
  },

  'POST /api/admin/records/:id/resolve': async (asked) => {
    const closedOn = momentIn('closed_on', asked.input.closed_on)
    return answer(asked, await resolveRecord(asked.context.newsroom.db, { ...stepping(asked), closedOn }))
  },

  'POST /api/admin/records/:id/reopen': async (asked) =>
    answer(asked, await reopenRecord(asked.context.newsroom.db, stepping(asked))),

  'POST /api/admin/records/:id/start': async (asked) =>
    answer(asked, await startMaintenance(asked.context.newsroom.db, stepping(asked))),

  'POST /api/admin/records/:id/postpone': async (asked) => {
    const { from_time, to_time } = asked.input
    const outcome = await postponeMaintenance(asked.context.newsroom.db, {
      ...stepping(asked),
      fromTime: momentIn('from_time', from_time),
      toTime: momentIn('to_time', to_time),
    })
    return answer(asked, outcome)
  },

  'POST /api/admin/records/:id/cancel': async (asked) =>
    answer(asked, await cancelMaintenance(asked.context.newsroom.db, stepping(asked))),
}

type Who = Pick<Asked<LifeCall>, 'context' | 'viewer' | 'request'>

function whoever({ context, viewer, request }: Who) {
  return {
    actor: actorOf(viewer, { capability: 'edit-records', request }),
    mayEdit: mayEditAs(viewer.roles),
    now: context.clock(),
  }
}

function stepping(asked: Asked<StepCall>): Stepping {
  const { id: recordId, body, notifies, idempotency_key: idempotencyKey } = asked.input
  return { ...whoever(asked), recordId, body, notifies, idempotencyKey }
}

async function answer({ context, input, viewer }: Asked<LifeCall>, outcome: { kind: 'done' } | StepRefusal) {
  if (outcome.kind !== 'done') throw stepFault(outcome)
  const mayEdit = mayEditAs(viewer.roles)
  const data = await aboutRecord(context.newsroom.db, { recordId: input.id, mayEdit })
  if (data === undefined) throw stepFault({ kind: 'no-such-record' })
  return { data }
}

/** Why a step in the life of a record was not taken, for whoever wanted to take it. */
function stepFault(refusal: StepRefusal): Fault {
  switch (refusal.kind) {
    case 'no-such-record':
      return new Fault('not-found', { message: 'Record not found.' })
    case 'no-such-update':
      return new Fault('not-found', { message: 'This record doesn’t have this update.' })
    case 'not-allowed':
      return new Fault('not-allowed')
    case 'conflict':
      return new Fault('conflict')
    case 'not-published':
      return new Fault('conflict', { message: 'This is not on the site. Publish it first.' })
    case 'already-closed':
      return new Fault('conflict', { message: 'This is already closed. Reopen it if it continues.' })
    case 'not-closed':
      return new Fault('conflict', { message: 'This is not closed, so it can’t be reopened.' })
    case 'already-begun':
      return new Fault('conflict', { message: 'This maintenance has already started.' })
    case 'not-begun':
      return new Fault('conflict', {
        message: 'This maintenance has not started. Start it first, or cancel it.',
      })
    case 'key-of-another-record':
      return new Fault('conflict', {
        message: `This idempotency key belongs to record ${refusal.recordId}. Use another one.`,
      })
    case 'key-of-another-step':
      return wrongFields({ idempotency_key: 'This key published something else. Use another one.' })
    case 'not-a-maintenance':
      return new Fault('wrong-input', { message: 'This is not a maintenance.' })
    case 'nothing-said':
      return wrongFields({ body: 'Please write what readers should know.' })
    case 'no-such-status':
      return wrongFields({ status_id: 'Please choose another status: this one is no longer offered.' })
    case 'no-such-severity':
      return wrongFields({ severity_tid: 'Please choose another severity: this one is no longer offered.' })
    case 'no-status-of-class':
      return new Fault('wrong-input', {
        message: `This site no longer has a status of the class “${refusal.class}”. Add one under Site, Statuses.`,
      })
    case 'wrong-time':
      return wrongFields({ [refusal.field]: WRONG_TIMES[refusal.why] })
  }
}

const WRONG_TIMES: Record<WrongTime, string> = {
  'before-it-began': 'This is before the start.',
  'in-the-future': 'This is in the future.',
  'in-the-past': 'This is in the past.',
  'end-before-start': 'It ends before it starts.',
  missing: 'Please enter both start and end, or neither.',
}
