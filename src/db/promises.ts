import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { CloudLimit } from '../domain/newsroom/may-edit.ts'
import type { NotificationType } from '../domain/notification-type.ts'
import type { RecordKind } from '../domain/record.ts'
import { CLOUDS_TOUCHED, limitOf } from './cloud-limits.ts'
import type { DB } from './database.ts'
import { byDatabaseClock } from './database-clock.ts'

export type ReminderStep = 'soon' | 'broken'

const IS_PROMISED = sql<boolean>`(
  records.state = 'published' and records.closed_on is null and records.next_update is not null)`

/**
 * Not before a promise is due if something was published in the last ten minutes: the person who posted that
 * knows.
 */
export function promisesDue({ now, until, recordId }: { now: Date; until: Date; recordId?: number }) {
  return sql<{ id: number; step: ReminderStep; promised_for: Date; due_at: Date; created_at: Date }>`
    select records.id, step.name as step, next_update as promised_for, next_update - step.before as due_at, created_at
    from records, (values ('soon', interval '10 minutes'), ('broken', interval '0')) as step (name, before)
    where ${IS_PROMISED} and next_update > ${now}::timestamptz - interval '1 hour'
      and next_update <= ${until}::timestamptz + step.before
      ${recordId === undefined ? sql`` : sql`and records.id = ${recordId}`}
      and (step.name = 'broken' or (next_update > ${now} and not exists (
        select from publications
        where publications.record_id = records.id
          and publications.created_at >= next_update - interval '10 minutes')))
      and not exists (
        select from promise_reminders reminded
        where reminded.record_id = records.id and reminded.promised_for = next_update and reminded.step = step.name
      )`
}

export async function findPromiseDue(
  trx: Transaction<DB>,
  { recordId, now }: { recordId: number; now: Date },
): Promise<{ step: ReminderStep; promised_for: Date } | undefined> {
  const { rows } = await promisesDue({ now, until: now, recordId }).execute(trx)
  return rows[0]
}

export async function insertPromiseReminder(
  trx: Transaction<DB>,
  of: { recordId: number; step: ReminderStep; promisedFor: Date; now: Date },
): Promise<number | undefined> {
  const row = await trx
    .insertInto('promise_reminders')
    .values({ record_id: of.recordId, promised_for: of.promisedFor, step: of.step, reminded_at: of.now })
    .onConflict((conflict) => conflict.constraint('promise_reminders_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export interface ReachablePerson {
  record_id: number
  kind: RecordKind
  notification_type: NotificationType | null
  embargo: number[] | null
  clouds: number[]
  uid: number
  name: string
  roles: string[]
  limit: CloudLimit
  /** Published last, took over, or was asked: by a handover, or as one of all staff. */
  because: 'published' | 'took-over' | 'asked'
}

const REACHABLE = sql`users.locked_at is null and users.email is not null and users.email_verified_at is not null`
const PERSON = sql`
  records.id as record_id, records.kind, records.notification_type, records.embargo, users.id as uid,
  coalesce(users.display_name, regexp_replace(users.email, '@.*$', ''), 'Account ' || users.id) as name,
  array(select role from user_roles where user_id = users.id order by role) as roles,
  ${CLOUDS_TOUCHED} as clouds, ${limitOf('users')} as "limit"`

/** Callers must check whether these people can still edit the record. */
export async function peopleOfPromises(
  db: Kysely<DB>,
  recordIds: readonly number[],
): Promise<ReachablePerson[]> {
  if (recordIds.length === 0) return []
  const { rows } = await sql<ReachablePerson>`
    select ${PERSON}, concerned.because
    from records
    cross join lateral (
      (select actor_user_id as uid, 'published' as because from audit_log
        where entity = 'record' and entity_id = records.id::text and after ? 'edition' and actor_user_id is not null
        order by id desc limit 1)
      union all
      (select coalesce(taken_by, to_id), case when taken_by is null then 'asked' else 'took-over' end
        from team_notes where record_id = records.id and kind = 'handover' and removed_at is null
        order by id desc limit 1)
    ) as concerned
    join users on users.id = concerned.uid
    where records.id = any (${recordIds}::integer[]) and ${REACHABLE}
    order by records.id, concerned.because, users.id`.execute(db)
  return rows
}

/** For a promise whose people have left. */
export async function staffForPromise(db: Kysely<DB>, recordId: number): Promise<ReachablePerson[]> {
  const { rows } = await sql<ReachablePerson>`
    select ${PERSON}, 'asked' as because
    from records, users
    where records.id = ${recordId} and ${REACHABLE} and exists (select from user_roles where user_id = users.id)
    order by users.id`.execute(db)
  return rows
}

export async function queueReminders(
  trx: Transaction<DB>,
  of: { reminderId: number; userIds: readonly number[]; now: Date },
): Promise<void> {
  await sql`
    insert into account_mails (kind, email, user_id, channel_id, reminder_id, due_at, created_at)
    select 'update-due', email, users.id, way.channel_id, ${of.reminderId}::integer,
      least(${byDatabaseClock(of.now)}, ${of.now}::timestamptz), ${of.now}::timestamptz
    from users cross join lateral (
      select null::bigint as channel_id
      union all
      select id from channels where user_id = users.id and ${TAKES_REMINDERS}
    ) as way
    where users.id = any (${of.userIds}::integer[]) and ${REACHABLE}`.execute(trx)
}

const TAKES_REMINDERS = sql<boolean>`(gets_reminders and is_enabled and verified_at is not null)`

export async function takesReminders(db: Kysely<DB>, channelId: number): Promise<boolean> {
  const row = await db
    .selectFrom('channels')
    .where('id', '=', channelId)
    .where(TAKES_REMINDERS)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface MailedReminder {
  step: ReminderStep
  promised_for: Date
  record_id: number
  kind: RecordKind
  notification_type: NotificationType | null
  embargo: number[] | null
  clouds: number[]
  title: string
  /** Of the recipient. */
  roles: string[]
  limit: CloudLimit
}

/** Undefined if an update was posted, or the promise was moved or removed. */
export async function findMailedReminder(
  db: Kysely<DB>,
  { reminderId, userId, now }: { reminderId: number; userId: number; now: Date },
): Promise<MailedReminder | undefined> {
  const { rows } = await sql<MailedReminder>`
    select step, promised_for, records.id as record_id, records.kind, notification_type, embargo, title,
      array(select role from user_roles where user_id = ${userId} order by role) as roles,
      ${CLOUDS_TOUCHED} as clouds, (select ${limitOf('users')} from users where users.id = ${userId}) as "limit"
    from promise_reminders join records on records.id = promise_reminders.record_id
    where promise_reminders.id = ${reminderId} and ${IS_PROMISED} and next_update = promised_for
      and (step = 'broken' or promised_for > ${byDatabaseClock(now)})`.execute(db)
  return rows[0]
}

export function isPromisedUntil(until: Date): RawBuilder<boolean> {
  return sql<boolean>`(${IS_PROMISED} and records.next_update <= ${until})`
}
