import { listDeadDeliveries } from '../../delivery/reports/dead-deliveries.ts'
import { previewRecipients } from '../../delivery/reports/preview-recipients.ts'
import { retryDeliveries } from '../../delivery/reports/retry-deliveries.ts'
import { getSending, listSendings } from '../../delivery/reports/sendings.ts'
import { actorOf } from '../actor-of.ts'
import { Fault } from '../faults.ts'
import type { Handlers } from './asked.ts'

export const deliveryHandlers: Handlers<
  | 'GET /api/admin/records/:id/recipients'
  | 'GET /api/admin/deliveries'
  | 'GET /api/admin/deliveries/publications/:id'
  | 'GET /api/admin/deliveries/dead'
  | 'POST /api/admin/deliveries/retry'
> = {
  'GET /api/admin/records/:id/recipients': async ({ context, input }) => {
    const { id: recordId, step = 'opened' } = input
    const data = await previewRecipients(context.delivery, { recordId, step })
    if (data === undefined) throw new Fault('not-found', { message: `There is no record ${recordId}.` })
    return { data }
  },

  'GET /api/admin/deliveries': async ({ context }) => ({ data: await listSendings(context.delivery) }),

  'GET /api/admin/deliveries/publications/:id': async ({ context, input }) => {
    const data = await getSending(context.delivery, input.id)
    if (data === undefined)
      throw new Fault('not-found', { message: `There is no publication ${input.id} that told anybody.` })
    return { data }
  },

  'GET /api/admin/deliveries/dead': async ({ context, input }) =>
    listDeadDeliveries(context.delivery, input.page ?? 0),

  'POST /api/admin/deliveries/retry': async ({ context, input, viewer, request }) => {
    const { ids, publication } = input
    if ((ids === undefined) === (publication === undefined))
      throw new Fault('wrong-input', { message: 'Please name either messages or a publication.' })
    const of = publication === undefined ? { ids: ids ?? [] } : { publicationId: publication }
    const retried = await retryDeliveries(context.delivery, {
      of,
      actor: actorOf(viewer, { capability: 'retry-deliveries', request }),
      now: context.clock(),
    })
    return { data: { retried } }
  },
}
