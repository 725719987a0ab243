import {
  type AboutAddress,
  findAddress,
  liftAddress,
  liftAddresses,
  listSuppressions,
  stopAddress,
} from '../../../delivery/reports/suppressions.ts'
import { actorOf } from '../../http/actor-of.ts'
import { type Handlers, wrongFields } from '../asked.ts'

export const suppressionHandlers: Handlers<
  | 'GET /api/admin/suppressions'
  | 'POST /api/admin/suppressions/find'
  | 'POST /api/admin/suppressions/add'
  | 'POST /api/admin/suppressions/lift'
  | 'POST /api/admin/suppressions/lift-many'
> = {
  'GET /api/admin/suppressions': ({ context }) => listSuppressions(context.delivery),

  'POST /api/admin/suppressions/lift-many': async ({ context, input, viewer, request }) => {
    const from = momentIn('from', input.from)
    const until = momentIn('until', input.until)
    const lifted = await liftAddresses(context.delivery, {
      reason: input.reason,
      from,
      until,
      actor: actorOf(viewer, { capability: 'retry-deliveries', request }),
      now: context.clock(),
    })
    if (lifted.kind === 'too-wide') throw wrongFields({ reason: 'Please enter a reason or a start time.' })
    return { data: { lifted: lifted.count } }
  },

  'POST /api/admin/suppressions/find': async ({ context, input }) =>
    answerOf(await findAddress(context.delivery, { typed: input.email })),

  'POST /api/admin/suppressions/add': async ({ context, input, viewer, request }) => {
    const actor = actorOf(viewer, { capability: 'retry-deliveries', request })
    return answerOf(await stopAddress(context.delivery, { typed: input.email, actor, now: context.clock() }))
  },

  'POST /api/admin/suppressions/lift': async ({ context, input, viewer, request }) => {
    const actor = actorOf(viewer, { capability: 'retry-deliveries', request })
    return answerOf(await liftAddress(context.delivery, { typed: input.email, actor, now: context.clock() }))
  },
}

function momentIn(field: 'from' | 'until', typed: string | undefined): Date | undefined {
  if (typed === undefined) return undefined
  const moment = new Date(typed)
  if (Number.isNaN(moment.getTime())) throw wrongFields({ [field]: 'Not a valid time.' })
  return moment
}

function answerOf(about: AboutAddress) {
  switch (about.kind) {
    case 'found':
      return { data: about.data }
    case 'no-address':
      throw wrongFields({ email: 'Please enter an email address.' })
  }
}
