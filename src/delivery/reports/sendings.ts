import type { Sending } from '../../contract/deliveries.ts'
import { findSending, latestSendings, type SendingRow } from '../../db/delivery-reports.ts'
import { plainText } from '../../domain/plain-text.ts'
import { CHANNEL_KINDS } from '../../domain/telling/channel.ts'
import { newsOf, publicationPath } from '../../domain/telling/publication-words.ts'
import { cutText } from '../cut-text.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

const SENDINGS_LISTED = 20
const FIRST_WORDS_CHARACTERS = 140

export async function listSendings(
  { db }: Pick<DeliveryDesk, 'db'>,
  asked: { recordId?: number | undefined; before?: number | undefined } = {},
): Promise<Sending[]> {
  return (await latestSendings(db, { ...asked, limit: SENDINGS_LISTED })).map(toSending)
}

/** Undefined if the publication is unknown or notified no one. */
export async function getSending({ db }: DeliveryDesk, id: number): Promise<Sending | undefined> {
  const found = await findSending(db, id)
  return found === undefined ? undefined : toSending(found)
}

function toSending(row: SendingRow): Sending {
  return {
    publication: row.id,
    record: row.recordId,
    title: row.content.title,
    path: publicationPath(row, null),
    step: row.step,
    news: newsOf(row),
    words: cutText(plainText(row.content.told), FIRST_WORDS_CHARACTERS),
    is_urgent: row.isUrgent,
    published_at: row.createdAt.toISOString(),
    expanded_at: row.expandedAt?.toISOString() ?? null,
    results: CHANNEL_KINDS.flatMap((kind) => row.results.filter((result) => result.kind === kind)),
  }
}
