import type { Dashboard } from '../../contract/admin/dashboard.ts'
import type { PausedWay } from '../../contract/deliveries.ts'
import { countSentSince } from '../../db/dashboard.ts'
import { countWaiting } from '../../db/deliveries.ts'
import { currentPauses } from '../../db/delivery-pauses.ts'
import {
  countDeadDeliveries,
  latestSentPublications,
  type SentPublicationRow,
} from '../../db/delivery-reports.ts'
import { newsOf } from '../../domain/notifying/publication-words.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

const LATEST_AT_MOST = 5
const COUNTED_AT_MOST = 100_000

export async function deliverySummary(
  { db }: Pick<DeliveryDesk, 'db'>,
  now: Date,
): Promise<NonNullable<Dashboard['deliveries']>> {
  const [lanes, failed, sentLastDay, latest, paused] = await Promise.all([
    countWaiting(db, { now, most: COUNTED_AT_MOST }),
    countDeadDeliveries(db),
    countSentSince(db, new Date(now.getTime() - DAY_MS)),
    latestSentPublications(db, { limit: LATEST_AT_MOST }),
    pausedWays({ db }),
  ])
  const due = lanes.flatMap(({ oldestDueAt }) => oldestDueAt ?? []).sort((a, b) => a.getTime() - b.getTime())
  return {
    under_way: lanes.reduce((total, { waiting }) => total + waiting, 0),
    oldest_due_at: due[0]?.toISOString() ?? null,
    failed,
    paused,
    sent_last_day: sentLastDay,
    latest: latest.map(present),
  }
}

export async function pausedWays({ db }: Pick<DeliveryDesk, 'db'>): Promise<PausedWay[]> {
  const pauses = await currentPauses(db)
  return pauses.map(({ since, ...pause }) => ({ ...pause, since: since.toISOString() }))
}

function present(row: SentPublicationRow) {
  const total = (of: (result: SentPublicationRow['results'][number]) => number) =>
    row.results.reduce((sum, result) => sum + of(result), 0)
  return {
    publication: row.id,
    record: row.recordId,
    title: row.content.title,
    news: newsOf(row),
    published_at: row.createdAt.toISOString(),
    waiting: total(({ waiting }) => waiting),
    sent: total(({ sent }) => sent),
    dead: total(({ dead }) => dead),
  }
}
