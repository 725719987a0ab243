import type { AdminFigures } from '../../contract/admin/figures.ts'
import {
  type FailedRow,
  failuresIn,
  messagesByDay,
  type NotifiedRow,
  notifiedPublications,
  publicationsByDay,
} from '../../db/figures.ts'
import { readsBetween } from '../../db/read-counts.ts'
import { failureWords } from '../../domain/notifying/channel.ts'
import { newsOf } from '../../domain/notifying/publication-words.ts'
import { isReadPage } from '../../domain/reading/read-page.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

const NOTIFIED_AT_MOST = 400
/** In a bad week, a million may fail. This many are enough to show the causes. */
const FAILURES_AT_MOST = 50_000

/** Z-06: the last `days` days including today, in UTC. */
export async function adminFigures(
  { db }: Pick<DeliveryDesk, 'db'>,
  { days, now }: { days: number; now: Date },
): Promise<AdminFigures> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const span = { from: new Date(today - (days - 1) * DAY_MS), before: new Date(today + DAY_MS) }
  const [from, to] = [dayOf(span.from), dayOf(new Date(today))]
  const [messages, publications, notified, failures, reads] = await Promise.all([
    messagesByDay(db, span),
    publicationsByDay(db, span),
    notifiedPublications(db, { span, most: NOTIFIED_AT_MOST }),
    failuresIn(db, { span, most: FAILURES_AT_MOST }),
    readsBetween(db, { from, to }),
  ])
  return {
    from,
    to,
    messages,
    publications,
    told: notified.map(present),
    failures: byWords(failures),
    are_failures_cut: failures.reduce((sum, { count }) => sum + count, 0) >= FAILURES_AT_MOST,
    reads: reads.flatMap(({ day, page, reads: count }) =>
      isReadPage(page) ? { day, page, reads: count } : [],
    ),
  }
}

function dayOf(at: Date) {
  return at.toISOString().slice(0, 10)
}

function present(row: NotifiedRow): AdminFigures['told'][number] {
  return {
    publication: row.id,
    record: row.recordId,
    title: row.title,
    news: newsOf(row),
    published_at: row.createdAt.toISOString(),
    messages: row.messages,
    seconds: Math.max(0, (row.notifiedAt.getTime() - row.createdAt.getTime()) / 1000),
  }
}

/** Several codes may have the same text. */
function byWords(failed: readonly FailedRow[]): AdminFigures['failures'] {
  const counted = new Map<string, AdminFigures['failures'][number]>()
  for (const { kind, state, reason: code, count } of failed) {
    const reason = failureWords(kind, code ?? '')
    const key = `${kind} ${state} ${reason}`
    const before = counted.get(key)?.count ?? 0
    counted.set(key, { reason, kind, is_given_up: state === 'dead', count: before + count })
  }
  return [...counted.values()].toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}
