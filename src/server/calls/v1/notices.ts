import type { v1NoticeCalls } from '../../../contract/v1/notices.ts'
import { postUpdate } from '../../../publishing/life/post-update.ts'
import { resolveRecord } from '../../../publishing/life/resolve-record.ts'
import { statusAndSeverity } from './names-in-request.ts'
import { amend, open } from './open-and-amend.ts'
import { resolveAct, step, timeOf, updateAct } from './step.ts'
import type { V1Handlers } from './v1-asked.ts'

export const v1NoticeHandlers: V1Handlers<keyof typeof v1NoticeCalls> = {
  'POST /api/v1/advisories': (asked) => open(asked, 'advisory', asked.input),

  'PATCH /api/v1/advisories/:id': (asked) => amend(asked, 'advisory', asked.input),

  'POST /api/v1/advisories/:id/updates': async (asked) => {
    const chosen = await statusAndSeverity(asked, asked.input)
    return step(asked, { kind: 'advisory', said: asked.input, act: updateAct(chosen) }, (stepping) =>
      postUpdate(asked.context.newsroom.db, { ...stepping, ...chosen }),
    )
  },

  'POST /api/v1/advisories/:id/resolve': (asked) => {
    const { context, input: said } = asked
    const closedOn = timeOf('closed_at', said.closed_at)
    return step(asked, { kind: 'advisory', said, act: resolveAct(closedOn) }, (stepping) =>
      resolveRecord(context.newsroom.db, { ...stepping, closedOn }),
    )
  },

  'POST /api/v1/notifications': (asked) => open(asked, 'notification', asked.input),

  'PATCH /api/v1/notifications/:id': (asked) => amend(asked, 'notification', asked.input),

  'POST /api/v1/notifications/:id/updates': async (asked) => {
    const chosen = await statusAndSeverity(asked, asked.input)
    return step(asked, { kind: 'notification', said: asked.input, act: updateAct(chosen) }, (stepping) =>
      postUpdate(asked.context.newsroom.db, { ...stepping, ...chosen }),
    )
  },
}
