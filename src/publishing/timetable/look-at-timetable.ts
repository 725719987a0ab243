import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import { isDatabaseLost } from '../../db/is-database-lost.ts'
import { noteProblemOfSeries } from '../../db/series.ts'
import { countAsSent, type DueThing, type DueWhat, dueThings, holdRecord } from '../../db/timetable.ts'
import { publishGathered } from '../alerts/publish-gathered.ts'
import { publishScheduled } from '../records/publish-scheduled.ts'
import type { DoneByClock } from './done-by-clock.ts'
import { makeRecordOfSeries, problemOfSeries } from './make-record-of-series.ts'
import { moveMaintenance } from './move-maintenance.ts'
import type { Pauses } from './pauses.ts'
import { remindOfMaintenance } from './remind-of-maintenance.ts'
import { remindOfPromise } from './remind-of-promise.ts'

const THINGS_AT_MOST = 200

export type TimetableEvent =
  | { kind: 'done'; deed: Extract<DoneByClock, { kind: 'done' }>['deed']; id: number; lateMs: number }
  | { kind: 'sent-back'; id: number; fields: string[] }
  | { kind: 'failed'; what: DueWhat; id: number; attempts: number; retryAt: Date; error: unknown }

export interface TimetableDesk {
  db: Kysely<DB>
  now: Date
  pauses: Pauses
  onEvent: (event: TimetableEvent) => void
}

export async function lookAtTimetable(
  { db, now, pauses, onEvent }: TimetableDesk,
  { aheadMs }: { aheadMs: number },
): Promise<{ done: number; nextAt: Date }> {
  const until = new Date(now.getTime() + aheadMs)
  const things = await dueThings(db, { now, until, without: pauses.paused(now), most: THINGS_AT_MOST })
  const due = things.filter((thing) => thing.due_at <= now)
  let done = 0
  for (const thing of due) {
    const { what, id, due_at } = thing
    try {
      const outcome = await db.transaction().execute(async (trx) => {
        const done = await DEEDS[what](trx, { id, now })
        if (done.kind === 'done') await countAsSent(trx, { recordIds: done.recordIds, thing, now })
        return done
      })
      pauses.end(thing)
      if (outcome.kind === 'sent-back')
        onEvent({ kind: 'sent-back', id, fields: Object.keys(outcome.errors) })
      if (outcome.kind !== 'done') continue
      done++
      for (const recordId of outcome.recordIds)
        onEvent({ kind: 'done', deed: outcome.deed, id: recordId, lateMs: now.getTime() - due_at.getTime() })
    } catch (error) {
      // Everything else would fail too. It is still due when the database is back.
      if (isDatabaseLost(error)) throw error
      if (what === 'series') await noteProblemOfSeries(db, { id, problem: problemOfSeries(error) })
      onEvent({ kind: 'failed', what, id, error, ...pauses.begin(thing, now) })
    }
  }
  const next = things.find((thing: DueThing) => thing.due_at > now)
  return { done, nextAt: next?.due_at ?? until }
}

const DEEDS: Record<DueWhat, (trx: Transaction<DB>, of: { id: number; now: Date }) => Promise<DoneByClock>> =
  {
    publish: publishDue,
    move: moveMaintenance,
    remind: remindOfMaintenance,
    promise: remindOfPromise,
    series: makeRecordOfSeries,
    alerts: publishGathered,
  }

async function publishDue(
  trx: Transaction<DB>,
  { id, now }: { id: number; now: Date },
): Promise<DoneByClock> {
  if (!(await holdRecord(trx, id))) return { kind: 'passed' }
  const outcome = await publishScheduled(trx, { recordId: id, now })
  switch (outcome.kind) {
    case 'published':
      return { kind: 'done', deed: 'published', recordIds: [id] }
    case 'not-due':
      return { kind: 'passed' }
    case 'sent-back':
      return { kind: 'sent-back', errors: outcome.errors }
  }
}
