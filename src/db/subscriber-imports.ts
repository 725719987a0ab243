import { type Kysely, sql, type Transaction } from 'kysely'
import type { SubscriberChoice } from '../domain/imports/plan-subscribers.ts'
import type { DB } from './database.ts'

/** Names and IDs are in lower case. */
export async function readSubscribedServices(
  db: Kysely<DB>,
  { cloudId, source }: { cloudId: number; source: string },
): Promise<Map<string, number>> {
  const services = await activeServices(db, cloudId)
  const imported = await db
    .selectFrom('imported_things')
    .where('source', '=', source)
    .where('kind', '=', 'component')
    .select(['external_id', 'entity_id'])
    .execute()
  const tids = new Set(services.map(({ tid }) => tid))
  return new Map([
    ...services.map(({ name, tid }) => [name.toLowerCase(), tid] as const),
    ...imported
      .filter(({ entity_id }) => tids.has(entity_id))
      .map(({ external_id, entity_id }) => [external_id.toLowerCase(), entity_id] as const),
  ])
}

export function activeServices(db: Kysely<DB>, cloudId: number) {
  return db
    .selectFrom('services')
    .innerJoin('service_categories', 'service_categories.tid', 'services.category_tid')
    .where('service_categories.cloud_id', '=', cloudId)
    .where('services.is_active', '=', true)
    .select(['services.tid', 'services.name'])
    .execute()
}

export async function findCustomers(db: Kysely<DB>, emails: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ email: string; id: number }>`
    select email, id from users where oidc_issuer is null and email = any (${[...emails]}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ email, id }) => [email, id]))
}

export async function findUnconfirmed(
  db: Kysely<DB>,
  emails: readonly string[],
): Promise<{ email: string; id: number }[]> {
  const { rows } = await sql<{ email: string; id: number }>`
    select email, id from users
    where oidc_issuer is null and email_verified_at is null and locked_at is null
      and email = any (${[...emails]}::text[])
    order by id`.execute(db)
  return rows
}

export async function insertSubscribers(
  trx: Transaction<DB>,
  of: { emails: readonly string[]; verifiedAt: Date | null; cameBy: 'import' | 'staff'; now: Date },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ email: string; id: number }>`
    insert into users (email, email_verified_at, came_by, created_at)
    select email, ${of.verifiedAt}::timestamptz, ${of.cameBy}, ${of.now}
    from unnest(${[...of.emails]}::text[]) as given (email)
    on conflict do nothing
    returning email, id`.execute(trx)
  return new Map(rows.map(({ email, id }) => [email, id]))
}

export async function addSubscriptions(
  trx: Transaction<DB>,
  of: { cloudId: number; now: Date; subscriptions: readonly ({ userId: number } & SubscriberChoice)[] },
) {
  const { cloudId, now, subscriptions } = of
  await sql`
    insert into subscriptions (user_id, cloud_id, scope, tid, created_at)
    select user_id, ${cloudId}, scope, tid, ${now}
    from unnest(
      ${subscriptions.map(({ userId }) => userId)}::int[], ${subscriptions.map(({ scope }) => scope)}::text[],
      ${subscriptions.map(({ tid }) => tid)}::int[]) as given (user_id, scope, tid)
    on conflict do nothing`.execute(trx)
}
