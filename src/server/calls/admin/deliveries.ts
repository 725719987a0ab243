import { listDeadDeliveries } from '../../../delivery/reports/dead-deliveries.ts'
import { pausedWays } from '../../../delivery/reports/delivery-summary.ts'
import { previewRecipients } from '../../../delivery/reports/preview-recipients.ts'
import { retryDeliveries } from '../../../delivery/reports/retry-deliveries.ts'
import { searchDeliveries } from '../../../delivery/reports/search-deliveries.ts'
import { getSentPublication, listSentPublications } from '../../../delivery/reports/sent-publications.ts'
import {
  type AboutAddress,
  findAddress,
  liftAddress,
  liftAddresses,
  listSuppressions,
  stopAddress,
} from '../../../delivery/reports/suppressions.ts'
import { can } from '../../../domain/access.ts'
import { mayReadAs } from '../../../domain/newsroom/may-edit.ts'
import { findReach } from '../../../publishing/records/about-record.ts'
import { Fault } from '../../http/faults.ts'
import { actorOf } from '../../http/viewer-of.ts'
import { type Handlers, wrongFields } from '../asked.ts'
import { noSuchRecord } from '../record-faults.ts'

export const deliveryHandlers: Handlers<
  | 'GET /api/admin/records/:id/recipients'
  | 'GET /api/admin/deliveries'
  | 'GET /api/admin/deliveries/publications/:id'
  | 'GET /api/admin/deliveries/dead'
  | 'POST /api/admin/deliveries/retry'
  | 'POST /api/admin/deliveries/search'
> = {
  'GET /api/admin/records/:id/recipients': async ({ context, input, viewer }) => {
    const { roles } = viewer
    if (!can(roles, 'edit-records') && !can(roles, 'see-deliveries'))
      throw new Fault('not-allowed', { message: 'This needs the right to edit records or see deliveries.' })
    const { id: recordId, step = 'opened', reopens = false, draft = false } = input
    const mayRead = mayReadAs(viewer)
    const isOfDraft = draft && (await findReach(context.newsroom.db, { recordId, mayRead })) === 'everything'
    const data = await previewRecipients(context.delivery, { recordId, step, reopens, isOfDraft })
    if (data === undefined) throw noSuchRecord(recordId)
    return { data }
  },

  'GET /api/admin/deliveries': async ({ context, input: { record, before } }) => ({
    data: await listSentPublications(context.delivery, { recordId: record, before }),
    paused: await pausedWays(context.delivery),
  }),

  'GET /api/admin/deliveries/publications/:id': async ({ context, input }) => {
    const data = await getSentPublication(context.delivery, input.id)
    if (data === undefined)
      throw new Fault('not-found', { message: `There is no publication ${input.id} with messages.` })
    return { data }
  },

  'GET /api/admin/deliveries/dead': async ({ context, input }) =>
    listDeadDeliveries(context.delivery, input.page ?? 0),

  'POST /api/admin/deliveries/retry': async ({ context, input, viewer, request }) => {
    const { ids, publication, all } = input
    const named = [ids, publication, all].filter((each) => each !== undefined)
    if (named.length !== 1)
      throw new Fault('wrong-input', { message: 'Please name messages, a publication, or all.' })
    const of =
      all === true ? 'all' : publication === undefined ? { ids: ids ?? [] } : { publicationId: publication }
    const retried = await retryDeliveries(context.delivery, {
      of,
      actor: actorOf(viewer, { capability: 'retry-deliveries', request }),
      now: context.clock(),
    })
    return { data: { retried } }
  },

  'POST /api/admin/deliveries/search': async ({ context, input }) => {
    const found = await searchDeliveries(context.delivery, {
      recipient: input.recipient ?? '',
      recordId: input.record,
      publicationId: input.publication,
      state: input.state,
      page: input.page ?? 0,
    })
    switch (found.kind) {
      case 'found':
        return { data: found.data, has_more: found.hasMore, uids: found.uids ?? null }
      case 'wrong-recipient':
        throw wrongFields({ recipient: 'Please enter an email address or the number of an account.' })
      case 'too-wide':
        throw new Fault('wrong-input', { message: 'Please name a recipient or a record.' })
    }
  },
}

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
