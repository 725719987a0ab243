import type { Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import { advanceSeries, holdSeries, type SeriesRow } from '../../db/series.ts'
import { SYSTEM } from '../../domain/actor.ts'
import { MAY_EDIT_ALL } from '../../domain/newsroom/may-edit.ts'
import type { Window } from '../../domain/series/series-windows.ts'
import { requestApproval } from '../approval/ask-approval.ts'
import { createRecord } from '../records/create-record.ts'
import { publishDraftInTransaction } from '../records/publish-draft.ts'
import { contentOfNext } from '../series/content-of-next.ts'
import { nextOfSeries } from '../series/next-of-series.ts'
import type { DoneByClock } from './done-by-clock.ts'

export async function makeRecordOfSeries(
  trx: Transaction<DB>,
  { id, now }: { id: number; now: Date },
): Promise<DoneByClock> {
  const series = await holdSeries(trx, id)
  if (series === undefined || !series.is_active) return { kind: 'passed' }
  const { next, skippedUntil } = nextThatMatters(series, now)
  const isDue = next !== undefined && next.dueAt <= now
  if (!isDue) {
    await advanceSeries(trx, { id, made_until: skippedUntil, due_at: next?.dueAt ?? null })
    return { kind: 'passed' }
  }
  const recordId = await make(trx, { series, window: next.window, now })
  const made_until = next.window.from
  const after = nextThatMatters({ ...series, made_until }, now)
  await advanceSeries(trx, { id, made_until: after.skippedUntil, due_at: after.next?.dueAt ?? null })
  return { kind: 'done', deed: 'made', recordIds: [recordId] }
}

/** Skips windows that ended before anyone could be notified. The list of series counts from the last of them. */
function nextThatMatters({ rule, days_ahead, made_until }: SeriesRow, now: Date) {
  const nextAfter = (madeUntil: Date) => nextOfSeries({ rule, madeUntil, daysAhead: days_ahead })
  let skippedUntil = made_until
  let next = nextAfter(skippedUntil)
  while (next !== undefined && next.window.to <= now) {
    // Not its very start, which would count as created: no one was notified of it.
    skippedUntil = new Date(next.window.from.getTime() + 1)
    next = nextAfter(skippedUntil)
  }
  return { next, skippedUntil }
}

async function make(
  trx: Transaction<DB>,
  { series, window, now }: { series: SeriesRow; window: Window; now: Date },
): Promise<number> {
  const content = await contentOfNext(trx, { content: series.content, window, now })
  const common = { actor: SYSTEM, mayEdit: MAY_EDIT_ALL, now }
  const created = await createRecord(trx, { ...common, content, seriesId: series.id })
  if (created.kind !== 'created') throw new SeriesRefused(series.id, created)
  const { recordId } = created
  const { notifies } = series
  const published = await publishDraftInTransaction(trx, { ...common, recordId, notifies, isByClock: true })
  if (published.kind === 'needs-approval') {
    const act = { act: 'publish', notifies, is_correction: false, is_urgent: false } as const
    await requestApproval(trx, {
      recordId,
      act,
      note: `Created by the series “${series.title}”.`,
      actor: SYSTEM,
      now,
    })
    return recordId
  }
  if (published.kind !== 'published') throw new SeriesRefused(series.id, published)
  return recordId
}

/** Something that it names may be gone. Rolls back and retries. */
class SeriesRefused extends Error {
  readonly errors: Readonly<Record<string, string>>

  constructor(id: number, outcome: { kind: string; errors?: Readonly<Record<string, string>> }) {
    super(`Series ${id} can’t create a record: ${outcome.kind} ${JSON.stringify(outcome.errors ?? {})}`)
    this.errors = outcome.errors ?? {}
  }
}

export function problemOfSeries(error: unknown): string {
  const errors = error instanceof SeriesRefused ? Object.entries(error.errors) : []
  if (errors.length === 0) return 'The record of its next window could not be created. We’ll try again.'
  return errors.map(([field, words]) => `${field.replaceAll('_', ' ')}: ${words}`).join(' ')
}
