import type { v1IncidentCalls } from '../../../contract/v1/incidents.ts'
import { postUpdate } from '../../../publishing/life/post-update.ts'
import { reopenRecord } from '../../../publishing/life/reopen-record.ts'
import { resolveRecord } from '../../../publishing/life/resolve-record.ts'
import { dueOf } from '../admin/post-mortems.ts'
import { amend, open } from './open-and-amend.ts'
import { placesOf } from './places-of.ts'
import { writePostMortem } from './post-mortem.ts'
import { statusAndSeverity } from './status-and-severity.ts'
import { resolveAct, step, timeOf, updateAct } from './step.ts'
import type { V1Handlers } from './v1-asked.ts'

const kind = 'incident'

export const v1IncidentHandlers: V1Handlers<keyof typeof v1IncidentCalls> = {
  'POST /api/v1/incidents': (asked) => open(asked, kind, asked.input),

  'PATCH /api/v1/incidents/:id': (asked) => amend(asked, kind, asked.input),

  'POST /api/v1/incidents/:id/updates': async (asked) => {
    const { context, input: said } = asked
    const chosen = await statusAndSeverity(asked, said)
    const { next_update_at: next } = said
    const nextUpdate = typeof next === 'string' ? timeOf('next_update_at', next) : next
    const postedOn = said.posted_at === undefined ? undefined : timeOf('posted_at', said.posted_at)
    const places = await placesOf(asked, said)
    // Subscribers expect news, so a gap in the history is filled silently unless the program insists.
    const notifiesOfThePast = said.notify ?? false
    const act = updateAct({ ...chosen, ...places, nextUpdate, postedOn, notifiesOfThePast })
    return step(asked, { kind, said, act }, (stepping) =>
      postUpdate(context.newsroom.db, {
        ...stepping,
        ...chosen,
        ...places,
        nextUpdate,
        postedOn,
        notifiesOfThePast,
      }),
    )
  },

  'POST /api/v1/incidents/:id/resolve': (asked) => {
    const { context, input: said } = asked
    const closedOn = said.closed_at === undefined ? undefined : timeOf('closed_at', said.closed_at)
    const { post_mortem_due_on: day } = said
    const postMortem =
      day === undefined ? undefined : dueOf({ due_on: day, is_waived: day === null }, 'post_mortem_due_on')
    const act = { ...resolveAct(closedOn), ...(postMortem !== undefined && { post_mortem: postMortem }) }
    return step(asked, { kind, said, act }, (stepping) =>
      resolveRecord(context.newsroom.db, { ...stepping, closedOn, postMortem }),
    )
  },

  'PUT /api/v1/incidents/:id/post-mortem': (asked) => writePostMortem(asked, { isWhole: true }),

  'PATCH /api/v1/incidents/:id/post-mortem': (asked) => writePostMortem(asked, { isWhole: false }),

  'POST /api/v1/incidents/:id/post-mortem/publish': (asked) =>
    writePostMortem({ ...asked, input: { ...asked.input, publish: true } }, { isWhole: false }),

  'POST /api/v1/incidents/:id/reopen': (asked) =>
    step(asked, { kind, said: asked.input, act: { act: 'reopen' } }, (stepping) =>
      reopenRecord(asked.context.newsroom.db, stepping),
    ),
}
