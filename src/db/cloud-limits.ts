import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { CloudLimit } from '../domain/newsroom/may-edit.ts'
import type { DB } from './database.ts'

/** Clouds, and products with all their clouds. Null: no limit. */
export interface LimitChoice {
  clouds: number[]
  products: number[]
}

/** Resolves products, so that new clouds count immediately. */
export function limitOf(table: 'users' | 'api_tokens'): RawBuilder<CloudLimit> {
  const of = sql.table(table)
  const clouds = sql`select id from clouds
    where clouds.id = any (${of}.limit_clouds) or clouds.product_id = any (${of}.limit_products)`
  return sql<CloudLimit>`(case when ${of}.limit_clouds is null and ${of}.limit_products is null then null
    else jsonb_build_object(
      'clouds', to_jsonb(array(${clouds} order by 1)),
      'services', to_jsonb(array(
        select services.tid from services join service_categories on service_categories.tid = services.category_tid
        where service_categories.cloud_id in (${clouds}) order by 1))) end)`
}

export function limitChoiceOf(table: 'users' | 'api_tokens'): RawBuilder<LimitChoice | null> {
  const of = sql.table(table)
  return sql<LimitChoice | null>`(case when ${of}.limit_clouds is null and ${of}.limit_products is null then null
    else jsonb_build_object(
      'clouds', to_jsonb(coalesce(${of}.limit_clouds, '{}')),
      'products', to_jsonb(coalesce(${of}.limit_products, '{}'))) end)`
}

export function writeLimitOfPerson(
  trx: Transaction<DB>,
  { uid, limit }: { uid: number; limit: LimitChoice | null },
) {
  return trx
    .updateTable('users')
    .set({ limit_clouds: limit?.clouds ?? null, limit_products: limit?.products ?? null })
    .where('id', '=', uid)
    .execute()
}

export async function unknownInLimit(db: Kysely<DB>, { clouds, products }: LimitChoice): Promise<boolean> {
  const { rows } = await sql<{ is_unknown: boolean }>`
    select exists (select unnest(${clouds}::int[]) except select id from clouds)
      or exists (select unnest(${products}::int[]) except select id from products) as is_unknown`.execute(db)
  return rows[0]?.is_unknown ?? false
}

/**
 * Every cloud of a row of `records`: as published, in its draft, in its scheduled version, and by services
 * of any of these.
 */
export const CLOUDS_TOUCHED = sql<number[]>`array(
  select cloud_id from record_clouds where record_id = records.id
  union
  select cloud_id from record_services
    join services on services.tid = record_services.service_tid
    join service_categories on service_categories.tid = services.category_tid
    where record_id = records.id
  union
  select value::int from (
      select content from record_drafts where record_id = records.id
      union all select content from record_schedules where record_id = records.id
    ) as written, jsonb_array_elements_text(written.content->'clouds')
  union
  select cloud_id from (
      select content from record_drafts where record_id = records.id
      union all select content from record_schedules where record_id = records.id
    ) as written, jsonb_array_elements_text(written.content->'services') as named
    join services on services.tid = named.value::int
    join service_categories on service_categories.tid = services.category_tid
  order by 1)`

/** Call it after locking the record: a query that waits for the lock would read the old state. */
export async function cloudsTouched(db: Kysely<DB>, recordId: number): Promise<number[]> {
  const { rows } = await sql<{ clouds: number[] }>`
    select ${CLOUDS_TOUCHED} as clouds from records where id = ${recordId}`.execute(db)
  return rows[0]?.clouds ?? []
}

export async function cloudsOfServices(db: Kysely<DB>, services: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ cloud_id: number }>`
    select distinct cloud_id from services
    join service_categories on service_categories.tid = services.category_tid
    where services.tid = any (${[...services]}::int[])`.execute(db)
  return rows.map(({ cloud_id }) => cloud_id)
}

/** A notification that names no cloud is shown on all clouds. */
export async function isSomewhereOnAllClouds(db: Kysely<DB>, recordId: number): Promise<boolean> {
  const { rows } = await sql<{ is_on_all: boolean }>`
    select not exists (select from record_clouds where record_id = ${recordId}) or exists (
      select from (
        select content from record_drafts where record_id = ${recordId}
        union all select content from record_schedules where record_id = ${recordId}
      ) as written
      where jsonb_array_length(written.content->'clouds') = 0) as is_on_all`.execute(db)
  return rows[0]?.is_on_all ?? false
}

/** `isInsideLimit` for queries on `records`. */
export function isInsideLimitOf(limit: CloudLimit): RawBuilder<boolean> {
  if (limit === null) return sql<boolean>`true`
  return sql<boolean>`(${CLOUDS_TOUCHED} <@ ${[...limit.clouds]}::int[]
    and (records.kind <> 'notification' or cardinality(${CLOUDS_TOUCHED}) > 0))`
}
