import type { RecipientsPreview } from '../../contract/deliveries.ts'
import { readThings } from '../../db/choices.ts'
import { findSilentEnd, findWindowNotified } from '../../db/publications.ts'
import { countRecipients, findSentSoFar } from '../../db/recipients.ts'
import { readContent } from '../../db/record-content.ts'
import { findDraft } from '../../db/record-drafts.ts'
import { showableContent } from '../../domain/newsroom/showable-content.ts'
import { isMoved } from '../../domain/notifying/is-notified.ts'
import type { PublicationStep } from '../../domain/notifying/publication.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

/**
 * Z-03: uses the draft only where it would be published. Undefined if the record doesn't exist. Only reads,
 * so it never blocks publishing or the timetable.
 */
export async function previewRecipients(
  { db }: DeliveryDesk,
  {
    recordId,
    step: taken,
    reopens,
    isOfDraft,
  }: { recordId: number; step: PublicationStep; reopens: boolean; isOfDraft: boolean },
): Promise<RecipientsPreview['data'] | undefined> {
  const draft = isOfDraft ? await findDraft(db, recordId) : undefined
  const typed = draft?.content ?? (await readContent(db, recordId))
  if (typed === undefined) return undefined
  const content = showableContent(typed, await readThings(db))
  const soFar = await findSentSoFar(db, { recordId, severityTid: content.severity_tid })
  if (soFar === undefined) return undefined
  const { lastSaidClosed, gravestRank } = soFar
  const isAfterEnd = taken === 'updated' && content.closed_on !== null
  const step = (isAfterEnd ? await findSilentEnd(db, recordId) : undefined) ?? taken
  // If the last message said that the record is over, an update says that it is open again.
  const isOpen = step === 'started' || (step === 'updated' && content.closed_on === null)
  const isReopened = lastSaidClosed && (reopens || isOpen)
  const windowBefore = content.kind === 'maintenance' ? await findWindowNotified(db, recordId) : undefined
  const { people, byChannel } = await countRecipients(db, {
    recordId,
    kind: content.kind,
    notificationType: content.notification_type,
    cloudIds: content.clouds,
    serviceTids: content.services,
    dataCenterTids: content.data_centers,
    termTids: content.terms,
    gravestRank,
    isReopened,
    isMoved: isMoved(step, { now: content, before: windowBefore }),
    step,
  })
  return { people, by_channel: byChannel }
}
