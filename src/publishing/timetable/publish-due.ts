import type { Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import { holdRecord } from '../../db/timetable.ts'
import { publishScheduled } from '../records/publish-scheduled.ts'
import type { DoneByClock } from './done-by-clock.ts'

export async function publishDue(
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
