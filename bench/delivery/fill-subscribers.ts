import { type Kysely, sql } from 'kysely'
import type { DB } from '../../src/db/database.ts'

/** Verified accounts that follow all core services of a cloud by email, in time zones all over the world. */
export async function fillSubscribers(
  db: Kysely<DB>,
  { cloudId, amount, name }: { cloudId: number; amount: number; name: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`
      with added as (
        insert into users (email, email_verified_at, timezone)
        select ${name} || '-' || n || '@customer-' || n % 500 || '.example', now(),
          (array['UTC', 'Europe/Zurich', 'America/New_York', 'Asia/Tokyo', 'Asia/Kolkata'])[1 + n % 5]
        from generate_series(1, ${amount}::int) n
        returning id
      )
      insert into subscriptions (user_id, scope, cloud_id)
      select id, 'core_cloud_services', ${cloudId}::int from added`.execute(trx)
  })
  // Autovacuum would do this a moment later.
  await sql`vacuum analyze`.execute(db)
}

export async function addIncident(db: Kysely<DB>, cloudId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with record as (
      insert into records (kind, type, event_type, title, alias, summary, body, status_id, severity_tid, from_time)
      values ('incident', 'core_cloud_services', 'service_disruption', 'Requests are slow in several regions',
        'bench-' || gen_random_uuid(), 'Some requests take longer than usual.',
        '<p>We see longer answers since a few minutes ago. Our engineers are looking for the cause.</p>', 2, 20, now())
      returning id
    ), clouds as (
      insert into record_clouds (record_id, cloud_id) select id, ${cloudId}::int from record
    ), services as (
      insert into record_services (record_id, service_tid)
      select record.id, (
        select services.tid from services join service_categories on service_categories.tid = category_tid
        where cloud_id = ${cloudId}::int and is_active order by services.tid limit 1
      ) from record
    )
    select id from record`.execute(db)
  const [record] = rows
  if (record === undefined) throw new Error('There is no incident to publish.')
  return record.id
}
