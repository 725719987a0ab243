import { subscriberImports } from '../../../accounts/imports/import-jobs.ts'
import { actorOf } from '../../http/viewer-of.ts'
import type { Handlers } from '../asked.ts'
import { runCancel, runStatuspage, runSubscribers, runThreats } from '../run-import.ts'

export const importHandlers: Handlers<
  | 'POST /api/admin/imports/statuspage'
  | 'POST /api/admin/imports/subscribers'
  | 'GET /api/admin/imports/subscribers'
  | 'POST /api/admin/imports/subscribers/:id/cancel'
  | 'POST /api/admin/imports/threats'
> = {
  'POST /api/admin/imports/statuspage': async ({ context, input, viewer, request }) => {
    const actor = actorOf(viewer, { capability: 'import-content', request })
    return {
      data: await runStatuspage(
        { context, actor, who: 'person', limit: viewer.limit, pass: undefined },
        input,
      ),
    }
  },

  'POST /api/admin/imports/subscribers': async ({ context, input, viewer, request, reply }) => {
    const actor = actorOf(viewer, { capability: 'import-content', request })
    const data = await runSubscribers({ context, actor, who: 'person', limit: viewer.limit }, input)
    if (data.job !== null) reply.code(202)
    return { data }
  },

  'GET /api/admin/imports/subscribers': async ({ context, viewer }) => ({
    data: await subscriberImports(context.accounts.desk, { limit: viewer.limit, now: context.clock() }),
  }),

  'POST /api/admin/imports/subscribers/:id/cancel': async ({ context, input: { id }, viewer, request }) => {
    const actor = actorOf(viewer, { capability: 'import-content', request })
    return { data: await runCancel({ context, actor, limit: viewer.limit, id }) }
  },

  'POST /api/admin/imports/threats': async ({ context, input, viewer, request }) => {
    const actor = actorOf(viewer, { capability: 'edit-site', request })
    return { data: await runThreats({ context, actor }, input) }
  },
}
