import type { recordLifeCalls } from '../../../contract/admin/record-life.ts'
import { mayEditAs, mayReadAs } from '../../../domain/newsroom/may-edit.ts'
import { cancelMaintenance } from '../../../publishing/life/cancel-maintenance.ts'
import { correctUpdate } from '../../../publishing/life/correct-update.ts'
import { postUpdate } from '../../../publishing/life/post-update.ts'
import { postponeMaintenance } from '../../../publishing/life/postpone-maintenance.ts'
import { reopenRecord } from '../../../publishing/life/reopen-record.ts'
import { resolveRecord } from '../../../publishing/life/resolve-record.ts'
import { startMaintenance } from '../../../publishing/life/start-maintenance.ts'
import type { StepRefusal } from '../../../publishing/life/step-outcome.ts'
import type { Stepping } from '../../../publishing/life/take-step.ts'
import { aboutRecord } from '../../../publishing/records/about-record.ts'
import { actorOf } from '../../http/actor-of.ts'
import type { Asked, Handlers } from '../asked.ts'
import { noSuchRecord, stepFault } from '../record-faults.ts'
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
    mayEdit: mayEditAs(viewer),
    now: context.clock(),
  }
}

function stepping(asked: Asked<StepCall>): Stepping {
  const { id: recordId, body, notifies, idempotency_key: idempotencyKey, edition: seenEdition } = asked.input
  return { ...whoever(asked), recordId, body, notifies, idempotencyKey, seenEdition }
}

async function answer({ context, input, viewer }: Asked<LifeCall>, outcome: { kind: 'done' } | StepRefusal) {
  if (outcome.kind !== 'done') throw stepFault(outcome, { now: context.clock() })
  const data = await aboutRecord(context.newsroom.db, {
    recordId: input.id,
    mayEdit: mayEditAs(viewer),
    mayRead: mayReadAs(viewer),
  })
  if (data === undefined) throw noSuchRecord()
  return { data }
}
