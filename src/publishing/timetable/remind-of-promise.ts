import type { Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import {
  findPromiseDue,
  insertPromiseReminder,
  peopleOfPromises,
  queueReminders,
  type ReachablePerson,
  staffForPromise,
} from '../../db/promises.ts'
import { holdRecord } from '../../db/timetable.ts'
import { isRole } from '../../domain/access.ts'
import { mayEditAs } from '../../domain/newsroom/may-edit.ts'
import { sortOf } from '../records/edit-refusal.ts'
import type { DoneByClock } from './done-by-clock.ts'

/** If the people concerned have left, others are notified, but not a whole company. */
const STAFF_AT_MOST = 20

export async function remindOfPromise(
  trx: Transaction<DB>,
  { id, now }: { id: number; now: Date },
): Promise<DoneByClock> {
  if (!(await holdRecord(trx, id))) return { kind: 'passed' }
  const due = await findPromiseDue(trx, { recordId: id, now })
  if (due === undefined) return { kind: 'passed' }
  const { step, promised_for: promisedFor } = due
  const reminderId = await insertPromiseReminder(trx, { recordId: id, step, promisedFor, now })
  if (reminderId === undefined) return { kind: 'passed' }
  const people = await whoToRemind(trx, id)
  await queueReminders(trx, { reminderId, userIds: people, now })
  return { kind: 'done', deed: 'reminded-staff', recordIds: [id] }
}

async function whoToRemind(trx: Transaction<DB>, recordId: number): Promise<number[]> {
  const concerned = (await peopleOfPromises(trx, [recordId])).filter(mayPost)
  const people =
    concerned.length > 0
      ? concerned
      : (await staffForPromise(trx, recordId)).filter(mayPost).slice(0, STAFF_AT_MOST)
  return [...new Set(people.map(({ uid }) => uid))]
}

export function mayPost(person: ReachablePerson): boolean {
  return mayEditAs({ ...person, roles: person.roles.filter(isRole) })(sortOf(person))
}
