import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'
import { IS_STOPPED_BY_REDACTION } from './log/redact-log.ts'
import { promisesDue } from './promises.ts'
import { isoTime } from './publication-snapshot.ts'

export type DueWhat = 'publish' | 'move' | 'remind' | 'promise' | 'series' | 'alerts'

export interface DueThing {
  what: DueWhat
  /** Of a record, a series or an alert group. */
  id: number
  due_at: Date
  /** When it was created or last changed by staff. */
  known_at: Date
}

/**
 * Leaves out paused items, so that they can't block others. Scheduled records, open maintenance, promises and
 * the few series each use their own index: a tenth of a millisecond with the demo's thousands of records.
 */
export async function dueThings(
  db: Kysely<DB>,
  {
    now,
    until,
    without,
    most,
  }: { now: Date; until: Date; without: readonly Pick<DueThing, 'what' | 'id'>[]; most: number },
): Promise<DueThing[]> {
  const { rows } = await sql<DueThing>`
    with maintenance as materialized (
      select records.*, statuses.class, records.from_time > ${now} as is_ahead
      from records join statuses on statuses.id = records.status_id
      where kind = 'maintenance' and state = 'published' and closed_on is null and not statuses.is_closed
        and from_time is not null
    )
    select * from (
    select 'publish' as what, id, publish_at as due_at, created_at as known_at
    from records where state = 'scheduled' and publish_at <= ${until}
    union all
    select 'move', id, from_time, created_at
    from maintenance where class = 'scheduled' and starts_by_itself and from_time <= ${until}
    union all
    select 'move', id, to_time, created_at
    from maintenance where class <> 'scheduled' and ends_by_itself and to_time <= ${until}
    union all
    select 'remind', id, min(from_time - make_interval(mins => minutes)), min(created_at)
    from maintenance, unnest(remind_before_minutes) as minutes
    where class = 'scheduled' and is_ahead and from_time - make_interval(mins => minutes) <= ${until}
      and not exists (
        select from record_reminders as reminded
        where reminded.record_id = maintenance.id and reminded.from_time = maintenance.from_time
          and reminded.minutes_before = minutes
      )
    group by id
    union all
    select 'promise', id, min(due_at), min(created_at) from (${promisesDue({ now, until })}) as promises group by id
    union all
    select 'series', id, due_at, updated_at
    from maintenance_series where is_active and due_at <= ${until}
    union all
    select 'alerts', id, due_at, opened_at
    from alert_groups where closed_at is null and due_at <= ${until}
    ) as due
    where (what, id) not in (
      select * from unnest(${without.map(({ what }) => what)}::text[], ${without.map(({ id }) => id)}::integer[])
    )
    order by due_at, what, id
    limit ${most}`.execute(db)
  return rows
}

/**
 * After a restore: automatic steps from the backup that were due before are done, but their notifications
 * may have been sent before. Counts them as sent, without recipients.
 */
export async function countAsSent(
  trx: Transaction<DB>,
  {
    recordIds,
    thing,
    now,
  }: { recordIds: readonly number[]; thing: Pick<DueThing, 'due_at' | 'known_at'>; now: Date },
): Promise<void> {
  await sql`
    update publications set expanded_at = ${now}
    where record_id = any (${recordIds}) and expanded_at is null and created_at >= ${now}
      and exists (
        select from restores
        where is_quiet and restored_at >= ${thing.due_at} and made_at >= ${thing.known_at}
      )`.execute(trx)
}

export async function holdRecord(trx: Transaction<DB>, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('records')
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Removed updates and redacted versions count, because their recipients should get what follows. Withdrawn
 * records have no further messages. The window counts as announced by the first message that names it,
 * whatever its step: an earlier message named another window, or said that nothing takes place.
 */
export async function lastNotified(
  trx: Transaction<DB>,
  recordId: number,
): Promise<{ hasNotified: boolean; windowNotifiedAt: Date | null }> {
  const { rows } = await sql<{ has_notified: boolean; window_notified_at: Date | null }>`
    with notified as (
      select publications.id, publications.created_at,
        publications.content ->> 'from_time' is not distinct from ${isoTime('records.from_time')}
          and publications.content ->> 'closed_on' is null as names_window
      from publications
      join records on records.id = publications.record_id
      where publications.record_id = ${recordId} and publications.notifies
        and (
          publications.withdrawn_at is null
          or ${IS_STOPPED_BY_REDACTION}
          or exists (
            select from record_updates
            where record_updates.id = publications.update_id
              and record_updates.removed_on = publications.withdrawn_at
          )
        )
    )
    select count(*) > 0 as has_notified,
      min(created_at) filter (
        where names_window and id > coalesce((select max(id) from notified where not names_window), 0)
      ) as window_notified_at
    from notified`.execute(trx)
  return {
    hasNotified: rows[0]?.has_notified ?? false,
    windowNotifiedAt: rows[0]?.window_notified_at ?? null,
  }
}

/** In minutes before the window. */
export async function dueReminders(
  trx: Transaction<DB>,
  { recordId, now }: { recordId: number; now: Date },
): Promise<{ from_time: Date; minutes: number[] } | undefined> {
  const { rows } = await sql<{ from_time: Date; minutes: number[] }>`
    select from_time, array_agg(minutes order by minutes) as minutes
    from records, unnest(remind_before_minutes) as minutes
    where id = ${recordId} and state = 'published' and kind = 'maintenance' and closed_on is null
      and status_id in (select id from statuses where class = 'scheduled')
      and from_time > ${now} and from_time - make_interval(mins => minutes) <= ${now}
      and not exists (
        select from record_reminders as reminded
        where reminded.record_id = records.id and reminded.from_time = records.from_time
          and reminded.minutes_before = minutes
      )
    group by from_time`.execute(trx)
  return rows[0]
}

export function markReminded(
  trx: Transaction<DB>,
  { recordId, from_time, minutes, at }: { recordId: number; from_time: Date; minutes: number[]; at: Date },
) {
  return trx
    .insertInto('record_reminders')
    .values(
      minutes.map((minutes_before) => ({ record_id: recordId, from_time, minutes_before, reminded_at: at })),
    )
    .execute()
}
