import { type Kysely, sql, type Transaction } from 'kysely'
import type { SeriesContent } from '../domain/series/series-content.ts'
import type { SeriesRule } from '../domain/series/series-rule.ts'
import type { DB } from './database.ts'

export interface SeriesRow {
  id: number
  title: string
  rule: SeriesRule
  content: SeriesContent
  days_ahead: number
  notifies: boolean
  is_active: boolean
  made_until: Date
  due_at: Date | null
  /** Why the record of the next window could not be created. Null if it was created or isn't due. */
  last_problem: string | null
  version: number
  updated_at: Date
}

export type NewSeries = Omit<SeriesRow, 'id' | 'version' | 'last_problem'>

export function listSeries(db: Kysely<DB>): Promise<SeriesRow[]> {
  return selectSeries(db).orderBy('title').orderBy('id').execute()
}

export function findSeries(db: Kysely<DB>, id: number): Promise<SeriesRow | undefined> {
  return selectSeries(db).where('id', '=', id).executeTakeFirst()
}

export function lockSeries(trx: Transaction<DB>, id: number): Promise<SeriesRow | undefined> {
  return selectSeries(trx).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function holdSeries(trx: Transaction<DB>, id: number): Promise<SeriesRow | undefined> {
  return selectSeries(trx).where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
}

/** Null without a series, or once published. */
export async function lastSeriesEditor(db: Kysely<DB>, recordId: number): Promise<number | null> {
  const { rows } = await sql<{ uid: number }>`
    select actor_user_id as uid from audit_log
    where entity = 'series'
      and entity_id = (select series_id::text from records where id = ${recordId} and state in ('draft', 'scheduled'))
      and action in ('create', 'save') and after ?| array['content', 'rule']
      and actor_user_id is not null
    order by id desc
    limit 1`.execute(db)
  return rows[0]?.uid ?? null
}

function selectSeries(db: Kysely<DB>) {
  return db
    .selectFrom('maintenance_series')
    .select((eb) => [
      'id',
      'title',
      eb.ref('rule').$castTo<SeriesRule>().as('rule'),
      eb.ref('content').$castTo<SeriesContent>().as('content'),
      'days_ahead',
      'notifies',
      'is_active',
      'made_until',
      'due_at',
      'last_problem',
      'version',
      'updated_at',
    ])
}

export async function insertSeries(trx: Transaction<DB>, series: NewSeries): Promise<number> {
  const { id } = await trx
    .insertInto('maintenance_series')
    .values({ ...series, ...asJson(series) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function changeSeries(
  trx: Transaction<DB>,
  id: number,
  fields: Partial<Omit<SeriesRow, 'id' | 'version' | 'last_problem'>>,
) {
  return trx
    .updateTable('maintenance_series')
    .set((eb) => ({ ...fields, ...asJson(fields), last_problem: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Doesn't raise the version, so that staff who are editing get no conflict. */
export function advanceSeries(
  trx: Transaction<DB>,
  { id, ...fields }: { id: number; made_until: Date; due_at: Date | null },
) {
  return trx
    .updateTable('maintenance_series')
    .set({ ...fields, last_problem: null })
    .where('id', '=', id)
    .execute()
}

/** In its own transaction, because the failed one was rolled back. */
export function noteProblemOfSeries(db: Kysely<DB>, { id, problem }: { id: number; problem: string }) {
  return db.updateTable('maintenance_series').set({ last_problem: problem }).where('id', '=', id).execute()
}

export function deleteSeries(trx: Transaction<DB>, id: number) {
  return trx.deleteFrom('maintenance_series').where('id', '=', id).execute()
}

function asJson({ rule, content }: { rule?: SeriesRule; content?: SeriesContent }) {
  return {
    ...(rule !== undefined && { rule: JSON.stringify(rule) }),
    ...(content !== undefined && { content: JSON.stringify(content) }),
  } as { rule: string; content: string }
}

export function openRecordsOfSeries(db: Kysely<DB>, ids: readonly number[]) {
  return db
    .selectFrom('records')
    .where('series_id', 'in', ids.length === 0 ? [0] : ids)
    .where('state', '=', 'published')
    .where('closed_on', 'is', null)
    .select(['series_id', 'id', 'title', 'from_time'])
    .orderBy('from_time')
    .orderBy('id')
    .execute()
}

export async function namesOfThings(
  db: Kysely<DB>,
  { clouds, services, data_centers }: Pick<SeriesContent, 'clouds' | 'services' | 'data_centers'>,
): Promise<{ clouds: string[]; services: string[]; dataCenters: string[] }> {
  const { rows } = await sql<{ clouds: string[]; services: string[]; dataCenters: string[] }>`
    select
      array(select domain from clouds where id = any (${clouds}::integer[]) order by position, id) as clouds,
      array(select name from services where tid = any (${services}::integer[]) order by position, tid) as services,
      array(select name from data_centers where tid = any (${data_centers}::integer[]) order by position, tid)
        as "dataCenters"`.execute(db)
  return rows[0] ?? { clouds: [], services: [], dataCenters: [] }
}
