import { redactFace } from '../../../publishing/log/redact-face.ts'
import { actorOf } from '../../http/actor-of.ts'
import { Fault } from '../../http/faults.ts'
import type { Handlers } from '../asked.ts'

export const logHandlers: Handlers<'POST /api/admin/log/redactions'> = {
  'POST /api/admin/log/redactions': async ({ context, input, viewer, request }) => {
    const actor = actorOf(viewer, { capability: 'edit-site', request })
    const { face, reason } = input
    const outcome = await redactFace(context.newsroom.db, { face, reason, actor, now: context.clock() })
    switch (outcome.kind) {
      case 'redacted':
        return { data: { edition: outcome.edition } }
      case 'no-such-face':
        throw new Fault('not-found')
    }
  },
}
