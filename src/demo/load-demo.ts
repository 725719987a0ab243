import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../db/database.ts'
import {
  type DemoMark,
  findDemoMark,
  insertDemo,
  isEmpty,
  lockDemo,
  markDemoMoved,
  moveDemoTimes,
  saveDemoMark,
} from '../db/demo.ts'
import { raiseEdition } from '../db/edition.ts'
import { demoContent } from './demo-content.ts'

const MS_PER_DAY = 86_400_000

export type DemoOutcome = 'loaded' | 'moved' | 'kept'

/**
 * Fills an empty database with the demo provider. A demo of an earlier day is moved to today, so that it never looks
 * stale; what somebody has changed in it stays where it is. Any other content is a real provider's and is left alone.
 */
export async function loadDemo(db: Kysely<DB>, { now }: { now: Date }): Promise<DemoOutcome> {
  const today = now.toISOString().slice(0, 10)

  return db.transaction().execute(async (trx) => {
    await lockDemo(trx)
    const mark = await findDemoMark(trx)
    if (mark !== undefined) return mark.day < today ? move(trx, { mark, today, now }) : 'kept'
    return (await isEmpty(trx)) ? load(trx, { today, now }) : 'kept'
  })
}

async function load(
  trx: Transaction<DB>,
  { today, now }: { today: string; now: Date },
): Promise<DemoOutcome> {
  const content = demoContent({ day: today })
  const edition = await raiseEdition(trx, { at: now, changes: 'site' })
  const records = content.records.map((record) => ({
    ...record,
    edition: record.state === 'published' || record.state === 'unpublished' ? edition : null,
  }))
  await insertDemo(trx, { ...content, records })
  await saveDemoMark(trx, { day: today, lastRecordId: records.length }, now)
  return 'loaded'
}

async function move(
  trx: Transaction<DB>,
  { mark, today, now }: { mark: DemoMark; today: string; now: Date },
): Promise<DemoOutcome> {
  const { lastRecordId } = mark
  const days = (Date.parse(today) - Date.parse(mark.day)) / MS_PER_DAY
  await moveDemoTimes(trx, { days, lastRecordId })
  const edition = await raiseEdition(trx, { at: now, changes: 'records' })
  await markDemoMoved(trx, { edition, lastRecordId })
  await saveDemoMark(trx, { day: today, lastRecordId }, now)
  return 'moved'
}
