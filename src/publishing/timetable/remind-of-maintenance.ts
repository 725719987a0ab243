import type { Transaction } from 'kysely'
import { carryWaiting } from '../../db/approvals.ts'
import type { DB } from '../../db/database.ts'
import { lockRecord } from '../../db/records.ts'
import { dueReminders, holdRecord, lastNotified, markReminded } from '../../db/timetable.ts'
import { SYSTEM } from '../../domain/actor.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { publishInTransaction } from '../publish-record.ts'
import type { DoneByClock } from './done-by-clock.ts'

export async function remindOfMaintenance(
  trx: Transaction<DB>,
  { id, now }: { id: number; now: Date },
): Promise<DoneByClock> {
  if (!(await holdRecord(trx, id))) return { kind: 'passed' }
  const due = await dueReminders(trx, { recordId: id, now })
  if (due === undefined) return { kind: 'passed' }
  await markReminded(trx, { recordId: id, ...due, at: now })
  // Several reminders that are due at the same time, after an outage, become one. Subscribers who were just
  // notified of the window get none.
  const { hasNotified, windowNotifiedAt } = await lastNotified(trx, id)
  const wasDueAt = (minutes: number) => due.from_time.getTime() - minutes * MINUTE_MS
  const isNews = due.minutes.some((minutes) => wasDueAt(minutes) > (windowNotifiedAt?.getTime() ?? 0))
  if (!hasNotified || !isNews) return { kind: 'passed' }
  const record = await lockRecord(trx, id)
  if (record === undefined) return { kind: 'passed' }
  const outcome = await publishInTransaction(trx, {
    recordId: id,
    actor: SYSTEM,
    now,
    step: 'reminded',
    updateId: null,
    isUrgent: false,
    notifies: true,
    action: 'remind',
    // It repeats what is public.
    pass: { kind: 'exempt' },
    changes: { before: {}, after: { minutes_before: due.minutes } },
  })
  if (outcome.kind !== 'published') throw new Error(`Reminder of ${id} not published: ${outcome.kind}`)
  // It changed nothing that a request covers, such as one to cancel the maintenance.
  await carryWaiting(trx, { recordId: id, version: record.version + 1, except: undefined })
  return { kind: 'done', deed: 'reminded', recordIds: [id] }
}
