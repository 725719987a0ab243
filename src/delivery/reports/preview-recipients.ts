import type { RecipientsPreview } from '../../contract/deliveries.ts'
import { asIfPublished } from '../../db/as-if-published.ts'
import { countRecipients, findAudience } from '../../db/recipients.ts'
import type { PublicationStep } from '../../domain/telling/publication.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

/** Z-03: of the working copy, if there is one. Undefined: there is no such record. */
export async function previewRecipients(
  { db }: DeliveryDesk,
  { recordId, step, now }: { recordId: number; step: PublicationStep; now: Date },
): Promise<RecipientsPreview['data'] | undefined> {
  const audience = await asIfPublished(db, { recordId, now }, (trx) => findAudience(trx, recordId))
  if (audience === undefined) return undefined
  const { people, byChannel } = await countRecipients(db, { ...audience, step })
  return { people, by_channel: byChannel }
}
