import { actorOf } from '../../http/actor-of.ts'
import { runStatuspage, runSubscribers, runThreats } from '../../imports/run-import.ts'
import type { Handlers } from '../asked.ts'

export const importHandlers: Handlers<
  | 'POST /api/admin/imports/statuspage'
  | 'POST /api/admin/imports/subscribers'
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

  'POST /api/admin/imports/subscribers': async ({ context, input, viewer, request }) => {
    const actor = actorOf(viewer, { capability: 'import-content', request })
    return { data: await runSubscribers({ context, actor, who: 'person', limit: viewer.limit }, input) }
  },

  'POST /api/admin/imports/threats': async ({ context, input, viewer, request }) => {
    const actor = actorOf(viewer, { capability: 'edit-site', request })
    return { data: await runThreats({ context, actor }, input) }
  },
}
