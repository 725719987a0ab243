import type { SentPublication } from '../../contract/deliveries.ts'
import {
  findSentPublication,
  latestSentPublications,
  type SentPublicationRow,
} from '../../db/delivery-reports.ts'
import { CHANNEL_KINDS } from '../../domain/notifying/channel.ts'
import { newsOf, publicationPath } from '../../domain/notifying/publication-words.ts'
import { plainText } from '../../domain/plain-text.ts'
import { cutText } from '../cut-text.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

const PUBLICATIONS_LISTED = 20
const FIRST_WORDS_CHARACTERS = 140

export async function listSentPublications(
  { db }: Pick<DeliveryDesk, 'db'>,
  asked: { recordId?: number | undefined; before?: number | undefined } = {},
): Promise<SentPublication[]> {
  return (await latestSentPublications(db, { ...asked, limit: PUBLICATIONS_LISTED })).map(present)
}

/** Undefined if the publication is unknown or had no recipients. */
export async function getSentPublication(
  { db }: DeliveryDesk,
  id: number,
): Promise<SentPublication | undefined> {
  const found = await findSentPublication(db, id)
  return found === undefined ? undefined : present(found)
}

function present(row: SentPublicationRow): SentPublication {
  return {
    publication: row.id,
    record: row.recordId,
    title: row.content.title,
    path: publicationPath(row, null),
    step: row.step,
    news: newsOf(row),
    words: cutText(plainText(row.content.text), FIRST_WORDS_CHARACTERS),
    is_urgent: row.isUrgent,
    published_at: row.createdAt.toISOString(),
    expanded_at: row.expandedAt?.toISOString() ?? null,
    results: CHANNEL_KINDS.flatMap((kind) => row.results.filter((result) => result.kind === kind)),
  }
}
