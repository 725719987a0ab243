import { type AboutAddress, findAddress, liftAddress } from '../../../delivery/reports/suppressions.ts'
import { actorOf } from '../../actor-of.ts'
import type { Handlers } from '../asked.ts'
import { wrongFields } from '../wrong-fields.ts'

export const suppressionHandlers: Handlers<
  'POST /api/admin/suppressions/find' | 'POST /api/admin/suppressions/lift'
> = {
  'POST /api/admin/suppressions/find': async ({ context, input }) =>
    answerOf(await findAddress(context.delivery, { typed: input.email })),

  'POST /api/admin/suppressions/lift': async ({ context, input, viewer, request }) => {
    const actor = actorOf(viewer, { capability: 'retry-deliveries', request })
    return answerOf(await liftAddress(context.delivery, { typed: input.email, actor, now: context.clock() }))
  },
}

function answerOf(about: AboutAddress) {
  switch (about.kind) {
    case 'found':
      return { data: about.data }
    case 'no-address':
      throw wrongFields({ email: 'Please enter an email address.' })
  }
}
