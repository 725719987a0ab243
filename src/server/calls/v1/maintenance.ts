import type { v1MaintenanceCalls } from '../../../contract/v1/maintenance.ts'
import { cancelMaintenance } from '../../../publishing/life/cancel-maintenance.ts'
import { postUpdate } from '../../../publishing/life/post-update.ts'
import { postponeMaintenance } from '../../../publishing/life/postpone-maintenance.ts'
import { resolveRecord } from '../../../publishing/life/resolve-record.ts'
import { startMaintenance } from '../../../publishing/life/start-maintenance.ts'
import { placesOf, statusAndSeverity } from './names-in-request.ts'
import { amend, open } from './open-and-amend.ts'
import { resolveAct, step, timeOf, updateAct } from './step.ts'
import type { V1Handlers } from './v1-asked.ts'

const kind = 'maintenance'

export const v1MaintenanceHandlers: V1Handlers<keyof typeof v1MaintenanceCalls> = {
  'POST /api/v1/maintenance': (asked) => open(asked, kind, asked.input),

  'PATCH /api/v1/maintenance/:id': (asked) => amend(asked, kind, asked.input),

  'POST /api/v1/maintenance/:id/updates': async (asked) => {
    const { context, input: said } = asked
    const chosen = await statusAndSeverity(asked, {
      ...(said.status !== undefined && { status: said.status }),
    })
    const nextUpdate = timeOf('next_update_at', said.next_update_at)
    const toTime = timeOf('ends_at', said.ends_at)
    const postedOn = timeOf('posted_at', said.posted_at)
    const places = await placesOf(asked, said)
    const notifiesOfThePast = said.notify ?? false
    const act = updateAct({ ...chosen, ...places, nextUpdate, toTime, postedOn, notifiesOfThePast })
    return step(asked, { kind, said, act }, (stepping) =>
      postUpdate(context.newsroom.db, {
        ...stepping,
        ...chosen,
        ...places,
        nextUpdate,
        toTime,
        postedOn,
        notifiesOfThePast,
      }),
    )
  },

  'POST /api/v1/maintenance/:id/start': (asked) =>
    step(asked, { kind, said: asked.input, act: { act: 'start' } }, (stepping) =>
      startMaintenance(asked.context.newsroom.db, stepping),
    ),

  'POST /api/v1/maintenance/:id/complete': (asked) => {
    const { context, input: said } = asked
    const closedOn = timeOf('closed_at', said.closed_at)
    return step(asked, { kind, said, act: resolveAct(closedOn) }, (stepping) =>
      resolveRecord(context.newsroom.db, { ...stepping, closedOn }),
    )
  },

  'POST /api/v1/maintenance/:id/postpone': (asked) => {
    const { context, input: said } = asked
    const { starts_at: starts = null, ends_at: ends = null } = said
    const fromTime = timeOf('starts_at', starts)
    const toTime = timeOf('ends_at', ends)
    const act = {
      act: 'postpone' as const,
      from_time: fromTime?.toISOString() ?? null,
      to_time: toTime?.toISOString() ?? null,
    }
    return step(asked, { kind, said, act }, (stepping) =>
      postponeMaintenance(context.newsroom.db, { ...stepping, fromTime, toTime }),
    )
  },

  'POST /api/v1/maintenance/:id/cancel': (asked) =>
    step(asked, { kind, said: asked.input, act: { act: 'cancel' } }, (stepping) =>
      cancelMaintenance(asked.context.newsroom.db, stepping),
    ),
}
