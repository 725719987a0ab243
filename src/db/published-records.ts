import { type InferResult, type Kysely, sql } from 'kysely'
import type { AdvisoryFacts } from '../domain/csaf/advisory-facts.ts'
import { TIME_FIELDS } from '../domain/newsroom/record-content.ts'
import type { PlaceKind } from '../domain/place-address.ts'
import type { PlaceState, StateChange } from '../domain/place-states.ts'
import type { RecordKind } from '../domain/record.ts'
import type { RecordChange } from '../domain/record-changes.ts'
import { fieldsWith } from '../domain/record-fields.ts'
import type { DB } from './database.ts'
import { isInLog } from './log/note-versions.ts'
import { postMortemsSince } from './post-mortems.ts'
import { isColumn } from './record-content.ts'

const COLUMNS_BESIDE_CONTENT = [
  'id',
  'type',
  'event_type',
  'alias',
  'created_at',
  'posted_on',
  'updated_on',
  'created_by',
  'updated_by',
  'resolved_by',
] as const

const PUBLIC_COLUMNS = fieldsWith({ isPublic: true }).filter(isColumn)

export const PUBLISHED_COLUMNS = [...COLUMNS_BESIDE_CONTENT, ...PUBLIC_COLUMNS, 'advisory'] as const

/**
 * Confidential data is in other tables or states, so this can't return it. Further connections must see the
 * same snapshot.
 */
export async function publishedRecordsSince(
  db: Kysely<DB>,
  edition: number,
  [second = db, third = second]: readonly Kysely<DB>[] = [],
) {
  const [
    records,
    clouds,
    services,
    dataCenters,
    placeStates,
    updates,
    revisions,
    changes,
    removedUpdates,
    postMortems,
    notices,
    versions,
  ] = await Promise.all([
    recordsSince(db, edition),
    linksSince(second, edition, 'record_clouds', 'cloud_id'),
    linksSince(second, edition, 'record_services', 'service_tid'),
    linksSince(second, edition, 'record_data_centers', 'data_center_tid'),
    statesSince(second, edition),
    updatesSince(third, edition),
    revisionsSince(third, edition),
    changesSince(third, edition),
    removedUpdatesSince(third, edition),
    postMortemsSince(third, edition),
    noticesSince(third, edition),
    versionsSince(second, edition),
  ])
  return {
    records,
    clouds,
    services,
    dataCenters,
    placeStates,
    updates,
    revisions,
    changes,
    removedUpdates,
    postMortems,
    notices,
    versions,
  }
}

export const TIME_COLUMNS = ['created_at', 'posted_on', 'updated_on', ...TIME_FIELDS] as const

/**
 * One JSON value per row: the driver takes twice as long for 35 columns, and creates objects that are slow
 * to read.
 */
async function recordsSince(db: Kysely<DB>, edition: number) {
  const columns = db
    .selectFrom('records')
    .where('state', '=', 'published')
    .where('edition', '>', edition)
    .select([...COLUMNS_BESIDE_CONTENT, ...PUBLIC_COLUMNS])
    .select((eb) => eb.ref('advisory').$castTo<AdvisoryFacts | null>().as('advisory'))
  type Row = InferResult<typeof columns>[number]
  type Time = { [Name in keyof Row]: Row[Name] extends Date | null ? Name : never }[keyof Row]
  // JSON has no times. Doesn't compile if a new column is missing here.
  const times: readonly [Exclude<Time, (typeof TIME_COLUMNS)[number]>] extends readonly [never]
    ? typeof TIME_COLUMNS
    : never = TIME_COLUMNS
  const { rows } = await sql<{ record: Row }>`
    select row_to_json(public_columns) as record from (${columns}) public_columns`.execute(db)
  return rows.map(({ record }) => {
    for (const name of times) if (record[name] !== null) record[name] = new Date(record[name])
    return record
  })
}

/** Only these columns: the others may contain unpublished changes. */
export function withdrawnRecordsSince(db: Kysely<DB>, edition: number): Promise<WithdrawnRecord[]> {
  return db
    .selectFrom('records')
    .where('state', '<>', 'published')
    .where('edition', '>', edition)
    .select(['id', 'kind', 'withdrawn_reason'])
    .select((eb) => eb.fn.coalesce('withdrawn_on', 'updated_on').as('withdrawn_on'))
    .orderBy('id')
    .execute()
}

export interface WithdrawnRecord {
  id: number
  kind: RecordKind
  withdrawn_on: Date
  withdrawn_reason: string | null
}

export type PublishedRecords = Awaited<ReturnType<typeof publishedRecordsSince>>
export type PublishedRecord = PublishedRecords['records'][number]

/**
 * All targets of a record in one row: with a row per link, they would cost more than the records
 * themselves.
 */
async function linksSince(db: Kysely<DB>, edition: number, table: string, target: string) {
  const { rows } = await sql<{ record_id: number; targets: number[] }>`
    select link.record_id, array_agg(link.${sql.ref(target)} order by link.${sql.ref(target)}) as targets
    from ${sql.table(table)} link
    join records on records.id = link.record_id
    where records.state = 'published' and records.edition > ${edition}
    group by link.record_id`.execute(db)
  return rows
}

async function statesSince(db: Kysely<DB>, edition: number): Promise<PublishedPlaceState[]> {
  const ownIn = (table: string, target: string, place: PlaceKind) => sql`
    select link.record_id, ${sql.lit(place)} as place, link.${sql.ref(target)} as tid, link.severity_tid
    from ${sql.table(table)} link
    join records on records.id = link.record_id
    where link.severity_tid is not null and records.state = 'published' and records.edition > ${edition}`
  const { rows } = await sql<PublishedPlaceState>`
    ${ownIn('record_services', 'service_tid', 'service')}
    union all
    ${ownIn('record_data_centers', 'data_center_tid', 'data-center')}
    order by record_id, place desc, tid`.execute(db)
  return rows
}

export interface PublishedPlaceState extends PlaceState {
  record_id: number
}

async function updatesSince(db: Kysely<DB>, edition: number) {
  const rows = await db
    .selectFrom('record_updates as u')
    .innerJoin('records', 'records.id', 'u.record_id')
    .where('records.state', '=', 'published')
    .where('records.edition', '>', edition)
    .where('u.removed_on', 'is', null)
    .select(['u.id', 'u.record_id', 'u.posted_on', 'u.status_id', 'u.body'])
    .select(sql<number | null>`null::integer`.as('told_in'))
    .orderBy('u.record_id')
    .orderBy('u.posted_on')
    .orderBy('u.id')
    .execute()
  const editionOf = await editionsOfUpdates(db, edition)
  for (const row of rows) row.told_in = editionOf.get(row.id) ?? null
  return rows
}

/**
 * As far as the current log has them. One query, because a search per update takes longer than reading the
 * updates.
 */
async function editionsOfUpdates(db: Kysely<DB>, edition: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ update_id: number; edition: number }>`
    select publications.update_id, min(publications.edition) as edition
    from publications
    join records on records.id = publications.record_id
    where publications.update_id is not null and records.state = 'published' and records.edition > ${edition}
      and publications.edition >= (
        select min(log_faces.edition) from log_faces where log_id = (select log_id from log_head))
    group by publications.update_id`.execute(db)
  return new Map(rows.map((row) => [row.update_id, row.edition]))
}

async function removedUpdatesSince(db: Kysely<DB>, edition: number): Promise<RemovedUpdate[]> {
  const rows = await db
    .selectFrom('record_updates as u')
    .innerJoin('records', 'records.id', 'u.record_id')
    .where('records.state', '=', 'published')
    .where('records.edition', '>', edition)
    .where('u.removed_on', 'is not', null)
    .select(['u.id', 'u.record_id', 'u.posted_on'])
    .select((eb) => eb.ref('u.removed_on').$notNull().as('removed_on'))
    .orderBy('u.record_id')
    .orderBy('u.posted_on')
    .orderBy('u.id')
    .execute()
  return rows
}

export interface RemovedUpdate {
  id: number
  record_id: number
  posted_on: Date
  removed_on: Date
}

function changesSince(db: Kysely<DB>, edition: number): Promise<PublishedChange[]> {
  return db
    .selectFrom('record_changes as c')
    .innerJoin('records', 'records.id', 'c.record_id')
    .where('records.state', '=', 'published')
    .where('records.edition', '>', edition)
    .select(['c.id', 'c.record_id', 'c.update_id', 'c.made_on', 'c.severity_before', 'c.severity_after'])
    .select(['c.services_added', 'c.services_removed', 'c.data_centers_added', 'c.data_centers_removed'])
    .select(['c.was_whole_cloud', 'c.is_whole_cloud'])
    .select((eb) => eb.ref('c.place_states').$castTo<StateChange[]>().as('place_states'))
    .orderBy('c.record_id')
    .orderBy('c.made_on')
    .orderBy('c.id')
    .execute()
}

export interface PublishedChange extends RecordChange {
  id: number
  record_id: number
  update_id: number | null
  made_on: Date
}

/**
 * Times are milliseconds since 1970. Silent edits of the text don't count: otherwise a promise could be moved
 * without notifying anyone.
 */
export interface PublishedNotices {
  record_id: number
  at: number[]
  promised_for: (number | null)[]
  is_news: boolean[]
  is_told: boolean[]
  is_closed: boolean[]
}

async function noticesSince(db: Kysely<DB>, edition: number): Promise<PublishedNotices[]> {
  const { rows } = await sql<PublishedNotices>`
    select notice.record_id,
      array_agg(round(extract(epoch from notice.created_at) * 1000)::float8 order by notice.id) as at,
      array_agg(round(extract(epoch from (notice.content->>'next_update')::timestamptz) * 1000)::float8
        order by notice.id) as promised_for,
      array_agg(notice.step not in ('corrected', 'post_mortem')
        and (notice.update_id is not null or notice.notifies or notice.step <> 'updated') order by notice.id) as is_news,
      array_agg(notice.notifies and notice.step not in ('corrected', 'post_mortem') order by notice.id) as is_told,
      array_agg(notice.content->>'closed_on' is not null order by notice.id) as is_closed
    from publications notice
    join records on records.id = notice.record_id
    where records.kind = 'incident' and records.state = 'published' and records.edition > ${edition}
    group by notice.record_id
    order by notice.record_id`.execute(db)
  return rows
}

/** For the revision numbers of CSAF. Other kinds don't need this. */
async function revisionsSince(db: Kysely<DB>, edition: number) {
  const { rows } = await sql<{ record_id: number; times: Date[] }>`
    select publications.record_id, array_agg(publications.created_at order by publications.id) as times
    from publications
    join records on records.id = publications.record_id
    where records.kind = 'advisory' and records.state = 'published' and records.edition > ${edition}
    group by publications.record_id`.execute(db)
  return rows
}

/** Reads one version per record and the rewrites: a log may have many times as many. */
async function versionsSince(db: Kysely<DB>, edition: number): Promise<PublishedVersion[]> {
  const { rows } = await sql<PublishedVersion>`
    select records.id as record_id, newest.edition, coalesce(counted.rewrites, 0) as rewrites
    from log_head head
    join records on records.state = 'published' and records.edition > ${edition}
    left join lateral (
      select edition from log_faces
      where record_id = records.id and ${isInLog('log_faces', sql`head.log_id`)} and log_faces.edition is not null
      order by index desc limit 1
    ) newest on true
    left join (
      select faces.record_id, count(*)::integer as rewrites
      from log_faces faces join records on records.id = faces.record_id
      where faces.log_id = (select log_id from log_head) and faces.is_rewrite and records.edition > ${edition}
      group by faces.record_id
    ) counted on counted.record_id = records.id`.execute(db)
  return rows
}

export interface PublishedVersion {
  record_id: number
  /** Null: published by an earlier release, and the log has not been read since. */
  edition: number | null
  rewrites: number
}
