import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventKind } from '../domain/calendar/event-kind.ts'
import type { RecordType } from '../domain/newsroom/derive-record.ts'
import { ownSeverity, type PlaceState } from '../domain/place-states.ts'
import type { DB } from './database.ts'

export type ImportedKind = DB['imported_things']['kind']

export async function readImportGround(
  db: Kysely<DB>,
  { cloudId, source }: { cloudId: number; source: string },
) {
  const [categories, services, statuses, severities, already] = await Promise.all([
    db.selectFrom('service_categories').where('cloud_id', '=', cloudId).select(['tid', 'title']).execute(),
    db
      .selectFrom('services')
      .innerJoin('service_categories', 'service_categories.tid', 'services.category_tid')
      .where('service_categories.cloud_id', '=', cloudId)
      .select(['services.tid', 'services.name'])
      .execute(),
    db
      .selectFrom('statuses')
      .select(['id', 'name', 'class', 'is_closed as isClosed'])
      .orderBy('position')
      .execute(),
    db.selectFrom('severities').select(['tid', 'name']).execute(),
    db.selectFrom('imported_things').where('source', '=', source).selectAll().execute(),
  ])
  return {
    categories,
    services,
    statuses,
    severities,
    already: new Map(already.map((thing) => [`${thing.kind}:${thing.external_id}`, thing.entity_id])),
  }
}

export async function holdImports(trx: Transaction<DB>) {
  await sql`select pg_advisory_xact_lock(hashtext('candor imports'))`.execute(trx)
}

export function findCloud(db: Kysely<DB>, machineName: string) {
  return db
    .selectFrom('clouds')
    .where('machine_name', '=', machineName)
    .where('retired_at', 'is', null)
    .select(['id', 'title'])
    .executeTakeFirst()
}

export async function noteImported(
  trx: Transaction<DB>,
  things: readonly { source: string; kind: ImportedKind; externalId: string; entityId: number; at: Date }[],
) {
  const rows = things.map(({ source, kind, externalId, entityId, at }) => ({
    source,
    kind,
    external_id: externalId,
    entity_id: entityId,
    imported_at: at,
  }))
  for (const slice of slices(rows))
    await trx
      .insertInto('imported_things')
      .values(slice)
      .onConflict((conflict) =>
        conflict
          .columns(['source', 'kind', 'external_id'])
          .doUpdateSet((row) => ({ entity_id: row.ref('excluded.entity_id') })),
      )
      .execute()
}

export async function insertCategory(trx: Transaction<DB>, of: { cloudId: number; title: string }) {
  const { tid } = await trx
    .insertInto('service_categories')
    .values((eb) => ({
      cloud_id: of.cloudId,
      title: of.title,
      position: eb
        .selectFrom('service_categories')
        .where('cloud_id', '=', of.cloudId)
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('next')),
    }))
    .returning('tid')
    .executeTakeFirstOrThrow()
  return tid
}

export async function insertService(
  trx: Transaction<DB>,
  of: { categoryTid: number; name: string; info: string; startedOn: string },
) {
  const { tid } = await trx
    .insertInto('services')
    .values((eb) => ({
      category_tid: of.categoryTid,
      name: of.name,
      info: of.info,
      started_on: of.startedOn,
      position: eb
        .selectFrom('services')
        .where('category_tid', '=', of.categoryTid)
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('next')),
    }))
    .returning('tid')
    .executeTakeFirstOrThrow()
  return tid
}

export interface ImportedRecord {
  kind: 'incident' | 'maintenance'
  title: string
  body: string
  statusId: number
  severityTid: number
  eventType: EventKind
  type: RecordType | null
  postedOn: Date
  closedOn: Date | null
  fromTime: Date
  toTime: Date | null
  updatedOn: Date
  updates: readonly { postedOn: Date; statusId: number; body: string }[]
  cloudId: number
  serviceTids: readonly number[]
  placeStates: readonly PlaceState[]
  aliasOf: (id: number) => string
}

const ROWS_AT_ONCE = 500

/**
 * Drafts until the import is complete; `publishImported` then publishes all of them. Returns their IDs in
 * order.
 */
export async function insertImportedRecords(
  trx: Transaction<DB>,
  records: readonly ImportedRecord[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('records', 'id'))::int as id
    from generate_series(1, ${records.length})`.execute(trx)
  const numbered = records.map((record, index) => ({ ...record, id: rows[index]?.id ?? 0 }))
  for (const slice of slices(numbered)) {
    await trx.insertInto('records').values(slice.map(toRow)).execute()
    await trx
      .insertInto('record_clouds')
      .values(slice.map(({ id, cloudId }) => ({ record_id: id, cloud_id: cloudId })))
      .execute()
  }
  const services = numbered.flatMap(({ id, serviceTids, placeStates }) =>
    serviceTids.map((service_tid) => ({
      record_id: id,
      service_tid,
      severity_tid: ownSeverity(placeStates, 'service', service_tid) ?? null,
    })),
  )
  for (const slice of slices(services)) await trx.insertInto('record_services').values(slice).execute()
  const updates = numbered.flatMap(({ id, updates }) =>
    updates.map(({ postedOn, statusId, body }) => ({
      record_id: id,
      posted_on: postedOn,
      status_id: statusId,
      body,
    })),
  )
  for (const slice of slices(updates)) await trx.insertInto('record_updates').values(slice).execute()
  return numbered.map(({ id }) => id)
}

function toRow(record: ImportedRecord & { id: number }) {
  return {
    id: record.id,
    kind: record.kind,
    title: record.title,
    alias: record.aliasOf(record.id),
    body: record.body,
    status_id: record.statusId,
    severity_tid: record.severityTid,
    event_type: record.eventType,
    type: record.type,
    created_at: record.postedOn,
    posted_on: record.postedOn,
    closed_on: record.closedOn,
    from_time: record.fromTime,
    to_time: record.toTime,
    updated_on: record.updatedOn,
  }
}

function slices<T>(things: readonly T[]): T[][] {
  const many = Math.ceil(things.length / ROWS_AT_ONCE)
  return Array.from({ length: many }, (_, index) =>
    things.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE),
  )
}

export async function publishImported(
  trx: Transaction<DB>,
  { ids, edition }: { ids: number[]; edition: number },
) {
  await sql`update records set state = 'published', edition = ${edition} where id = any (${ids}::int[])`.execute(
    trx,
  )
}
