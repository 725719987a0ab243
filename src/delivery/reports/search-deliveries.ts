import type { DeliveryState, FoundDelivery } from '../../contract/deliveries.ts'
import { type FoundDeliveryRow as FoundRow, findDeliveries } from '../../db/delivery-search.ts'
import { accountsWithEmail } from '../../db/people.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import { newsOf } from '../../domain/notifying/publication-words.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

const FOUND_ON_A_PAGE = 50

export type DeliveriesFound =
  | { kind: 'found'; data: FoundDelivery[]; hasMore: boolean; uids: number[] | undefined }
  | { kind: 'wrong-recipient' }
  | { kind: 'too-wide' }

/** Z-05: staff who know an address can find its messages; the answer only names accounts. */
export async function searchDeliveries(
  { db }: Pick<DeliveryDesk, 'db'>,
  asked: {
    recipient: string
    recordId: number | undefined
    publicationId: number | undefined
    state: DeliveryState | undefined
    page: number
  },
): Promise<DeliveriesFound> {
  const { recipient, page, ...rest } = asked
  const uids = recipient.trim() === '' ? undefined : await uidsOf(db, recipient.trim())
  if (uids === null) return { kind: 'wrong-recipient' }
  const isNarrow = [uids, rest.recordId, rest.publicationId].some((each) => each !== undefined)
  if (!isNarrow) return { kind: 'too-wide' }
  if (uids?.length === 0) return { kind: 'found', data: [], hasMore: false, uids }
  const rows = await findDeliveries(db, {
    ...rest,
    uids,
    limit: FOUND_ON_A_PAGE + 1,
    offset: page * FOUND_ON_A_PAGE,
  })
  return {
    kind: 'found',
    data: rows.slice(0, FOUND_ON_A_PAGE).map(toFound),
    hasMore: rows.length > FOUND_ON_A_PAGE,
    uids,
  }
}

async function uidsOf(db: DeliveryDesk['db'], recipient: string): Promise<number[] | null> {
  if (/^#?\d{1,9}$/.test(recipient)) return [Number(recipient.replace('#', ''))]
  const email = emailAddress(recipient)
  return email === undefined ? null : accountsWithEmail(db, email)
}

function toFound(row: FoundRow): FoundDelivery {
  const isWaiting = row.state === 'due' || row.state === 'leased'
  return {
    id: row.id,
    publication: row.publicationId,
    record: row.recordId,
    title: row.title,
    news: newsOf({ kind: row.publicationKind, step: row.step, notificationType: row.notificationType }),
    kind: row.kind,
    uid: row.userId,
    state: isWaiting ? 'waiting' : (row.state as Exclude<FoundRow['state'], 'due' | 'leased'>),
    attempts: row.attempts,
    reason: row.reason,
    created_at: row.createdAt.toISOString(),
    due_at: isWaiting ? row.dueAt.toISOString() : null,
    sent_at: row.sentAt?.toISOString() ?? null,
  }
}
