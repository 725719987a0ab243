import type { RecipientsPreview } from '../../contract/deliveries.ts'
import { isRecord } from '../../db/delivery-reports.ts'
import { countRecipients } from '../../db/recipients.ts'
import type { PublicationStep } from '../../domain/telling/publication.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

/** Z-03. Undefined: there is no such record. */
export async function previewRecipients(
  { db }: DeliveryDesk,
  asked: { recordId: number; step: PublicationStep },
): Promise<RecipientsPreview['data'] | undefined> {
  if (!(await isRecord(db, asked.recordId))) return undefined
  const { people, byChannel } = await countRecipients(db, asked)
  return { people, by_channel: byChannel }
}
