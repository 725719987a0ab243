import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CloudLimit } from '../domain/newsroom/may-edit.ts'
import { isInsideLimitOf } from './cloud-limits.ts'
import type { DB } from './database.ts'

export interface AuditAsked {
  who: AuditActor | undefined
  entity: string | undefined
  entityId: string | undefined
  action: string | undefined
  /** Searches the changed values; empty for all. */
  words: string
  /** `from` is inclusive, `to` exclusive. */
  from: Date | undefined
  to: Date | undefined
  /**
   * Leaves out records and series of other clouds, because entries quote drafts, and files of colleagues,
   * which may be for such drafts. Null: no limit.
   */
  limit: CloudLimit
  reader: number
}

/** An account, or everyone whose name matches: accounts, roles and tokens. */
export type AuditActor = { uid: number } | { words: string; uids: readonly number[] }

export interface AuditRow {
  id: number
  at: Date
  actorUserId: number | null
  actor: string
  actorName: string | null
  action: string
  entity: string
  entityId: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  requestId: string | null
}

const NAMED: Readonly<
  Record<string, readonly [table: string, key: string, name: string | RawBuilder<string>]>
> = {
  api_token: ['api_tokens', 'id', 'name'],
  cloud: ['clouds', 'id', 'title'],
  'cloud-banner': ['clouds', 'id', 'title'],
  'data-center': ['data_centers', 'tid', 'name'],
  'ip-range': ['data_centers', 'tid', 'name'],
  'menu-item': ['menu_items', 'id', 'label'],
  product: ['products', 'id', 'title'],
  record: ['records', 'id', 'title'],
  'record-view': ['record_views', 'id', 'name'],
  region: ['regions', 'tid', 'title'],
  sender: ['senders', 'id', sql<string>`(select name from api_tokens where api_tokens.id = token_id)`],
  series: ['maintenance_series', 'id', 'title'],
  service: ['services', 'tid', 'name'],
  'service-category': ['service_categories', 'tid', 'title'],
  severity: ['severities', 'tid', 'name'],
  status: ['statuses', 'id', 'name'],
  template: ['record_templates', 'id', 'name'],
  term: ['notification_terms', 'tid', 'name'],
  user: ['users', 'id', 'display_name'],
}

/** The current names of these entities, by `entity id`. Deleted ones are missing. */
export async function namesOfEntities(
  db: Kysely<DB>,
  entries: readonly Pick<AuditRow, 'entity' | 'entityId'>[],
): Promise<Map<string, string>> {
  const entities = [...new Set(entries.map(({ entity }) => entity))]
  const queries = entities.flatMap((entity) => {
    const [table, key, name] = NAMED[entity] ?? []
    const ids = entries.flatMap((one) =>
      one.entity === entity && /^\d{1,9}$/.test(one.entityId) ? Number(one.entityId) : [],
    )
    if (table === undefined || key === undefined || name === undefined || ids.length === 0) return []
    return sql`
      select ${`${entity} `}::text || ${sql.ref(key)} as key, ${typeof name === 'string' ? sql.ref(name) : name} as name from ${sql.table(table)}
      where ${sql.ref(key)} = any (${ids}::integer[])`
  })
  if (queries.length === 0) return new Map()
  const { rows } = await sql<{
    key: string
    name: string | null
  }>`${sql.join(queries, sql` union all `)}`.execute(db)
  return new Map(
    rows.flatMap(({ key, name }) => (name === null || name === '' ? [] : [[key, name] as const])),
  )
}

export interface IdSpan {
  from: number
  before: number
}

export async function auditEntries(
  db: Kysely<DB>,
  { asked, span, limit }: { asked: AuditAsked; span: IdSpan; limit: number },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select
      audit_log.id, at, actor_user_id as "actorUserId", actor, users.display_name as "actorName", action, entity,
      entity_id as "entityId", before, after, request_id as "requestId"
    from (
      select * from audit_log
      where id >= ${span.from} and id < ${span.before} and ${isAskedFor(asked)}
      order by id desc
      limit ${limit}
    ) as audit_log
    left join users on users.id = actor_user_id
    order by audit_log.id desc
  `.execute(db)
  return rows
}

function isAskedFor(asked: AuditAsked): RawBuilder<boolean> {
  const { who, entity, entityId, action, words, from, to, limit, reader } = asked
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (limit !== null) conditions.push(isOfClouds(limit, reader))
  if (who !== undefined) conditions.push(isBy(who))
  if (entity !== undefined) conditions.push(sql`entity = ${entity}`)
  if (entityId !== undefined) conditions.push(sql`entity_id = ${entityId}`)
  if (action !== undefined) conditions.push(sql`action = ${action}`)
  if (from !== undefined) conditions.push(sql`at >= ${from}`)
  if (to !== undefined) conditions.push(sql`at < ${to}`)
  if (words !== '') {
    const part = partOf(words)
    conditions.push(
      sql`(before::text ilike ${part} or after::text ilike ${part} or action ilike ${part} or entity_id ilike ${part})`,
    )
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const ENTITY_NUMBER = sql`case when entity_id ~ '^[0-9]{1,9}$' then entity_id::integer end`

/** Leaves out entries about deleted records, because their clouds are unknown. */
function isOfClouds(limit: NonNullable<CloudLimit>, reader: number): RawBuilder<boolean> {
  return sql<boolean>`(case
    when entity in ('record', 'team') then exists (
      select from records where records.id = ${ENTITY_NUMBER} and ${isInsideLimitOf(limit)})
    when entity = 'series' then exists (
      select from maintenance_series series where series.id = ${ENTITY_NUMBER}
        and series.content->'clouds' <@ ${JSON.stringify(limit.clouds)}::jsonb
        and series.content->'services' <@ ${JSON.stringify(limit.services)}::jsonb)
    -- Nothing says which texts they are for, and their names open them.
    when entity in ('image', 'attachment') then actor_user_id is not distinct from ${reader}
    else true end)`
}

function isBy(who: AuditActor): RawBuilder<boolean> {
  if ('uid' in who) return sql<boolean>`actor_user_id = ${who.uid}`
  return sql<boolean>`(actor ilike ${partOf(who.words)} or actor_user_id = any (${[...who.uids]}::integer[]))`
}

function partOf(words: string) {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`
}

export async function staffNamed(db: Kysely<DB>, words: string, most: number): Promise<number[]> {
  const found = await db
    .selectFrom('users')
    .where('oidc_issuer', 'is not', null)
    .where((user) =>
      user.or([user('display_name', 'ilike', partOf(words)), user('email', 'ilike', partOf(words))]),
    )
    .select('id')
    .limit(most)
    .execute()
  return found.map(({ id }) => id)
}

export async function auditSpan(db: Kysely<DB>): Promise<IdSpan> {
  const { first, last } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => [fn.min<number | null>('id').as('first'), fn.max<number | null>('id').as('last')])
    .executeTakeFirstOrThrow()
  return { from: first ?? 1, before: (last ?? 0) + 1 }
}

/**
 * The first entry at or after this time, by binary search, because IDs rise with time. Concurrent entries
 * may be out of order, so callers that need precision also compare times.
 */
export async function firstEntryAt(
  db: Kysely<DB>,
  { span, at }: { span: IdSpan; at: Date },
): Promise<number> {
  const { rows } = await sql<{ low: number }>`
    with recursive search (low, high) as (
      select ${span.from}::bigint, ${span.before}::bigint
      union all
      select
        case when probe.at < ${at} then probe.id + 1 else low end,
        case when probe.at < ${at} then high else (low + high) / 2 end
      from search
      left join lateral (
        select id, audit_log.at from audit_log where id >= (low + high) / 2 and id < high order by id limit 1
      ) as probe on true
      where low < high
    )
    select low from search where low >= high order by low desc limit 1
  `.execute(db)
  return rows[0]?.low ?? span.before
}

export async function timeOfEntry(db: Kysely<DB>, from: number): Promise<Date | undefined> {
  const found = await db
    .selectFrom('audit_log')
    .where('id', '>=', from)
    .orderBy('id')
    .select('at')
    .limit(1)
    .executeTakeFirst()
  return found?.at
}

/** By a loose index scan. */
export async function auditEntities(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ entity: string }>`
    with recursive leaps as (
      select min(entity) as entity from audit_log
      union all
      select (select min(entity) from audit_log where entity > leaps.entity) from leaps where leaps.entity is not null
    )
    select entity from leaps where entity is not null order by entity
  `.execute(db)
  return rows.map(({ entity }) => entity)
}

export async function auditActions(db: Kysely<DB>, newest: number): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select distinct action from (select action from audit_log order by id desc limit ${newest}) as newest order by 1
  `.execute(db)
  return rows.map(({ action }) => action)
}
