import { redactFaces, versionsInLog } from '../../../publishing/log/redact-faces.ts'
import { Fault } from '../../http/faults.ts'
import { actorOf } from '../../http/viewer-of.ts'
import type { Handlers } from '../asked.ts'
import { limitFault } from '../limit-fault.ts'

export const logHandlers: Handlers<'GET /api/admin/log/versions' | 'POST /api/admin/log/redactions'> = {
  'GET /api/admin/log/versions': async ({ context, input }) => ({
    data: await versionsInLog(context.newsroom.db, input.record),
  }),

  'POST /api/admin/log/redactions': async ({ context, input, viewer, request }) => {
    const actor = actorOf(viewer, { capability: 'edit-site', request })
    const { face, record, reason } = input
    const of = face !== undefined ? { face } : record !== undefined ? { record } : undefined
    if (of === undefined || (face !== undefined && record !== undefined))
      throw new Fault('wrong-input', { message: 'Please give either a record or a face.' })
    const { limit } = viewer
    const outcome = await redactFaces(context.newsroom.db, { of, limit, reason, actor, now: context.clock() })
    switch (outcome.kind) {
      case 'redacted':
        return { data: { edition: outcome.edition, faces: outcome.faces } }
      case 'no-such-face':
        throw new Fault('not-found')
      case 'outside-limit':
        throw (
          (await limitFault(context, { who: 'person', limit, recordId: outcome.record ?? undefined })) ??
          new Fault('not-allowed', {
            message: 'Your rights are limited to some clouds. This version is about the whole site.',
          })
        )
      case 'still-shown':
        throw new Fault('conflict', {
          message:
            'This version is what readers see now, so the log must keep it. Correct or withdraw the post first, then redact. If it is the reason of a withdrawal, restore the post and withdraw it with another one.',
        })
    }
  },
}
