import { type Kysely, sql, type Transaction } from 'kysely'
import type { EventKind } from '../domain/calendar/event-kind.ts'
import type { RecordType } from '../domain/newsroom/derive-record.ts'
import type { DB } from './database.ts'

export type ImportedKind = DB['imported_things']['kind']

/** What there is on a cloud, and what an earlier import from the same page made of its things. */
export async function readImportGround(
  db: Kysely<DB>,
  { cloudId, source }: { cloudId: number; source: string },
) {
  const [categories, services, statuses, already] = await Promise.all([
    db.selectFrom('service_categories').where('cloud_id', '=', cloudId).select(['tid', 'title']).execute(),
    db
      .selectFrom('services')
      .innerJoin('service_categories', 'service_categories.tid', 'services.category_tid')
      .where('service_categories.cloud_id', '=', cloudId)
      .select(['services.tid', 'services.name'])
      .execute(),
    db.selectFrom('statuses').select(['id', 'class', 'is_closed as isClosed']).orderBy('position').execute(),
    db.selectFrom('imported_things').where('source', '=', source).selectAll().execute(),
  ])
  return {
    categories,
    services,
    statuses,
    already: new Map(already.map((thing) => [`${thing.kind}:${thing.external_id}`, thing.entity_id])),
  }
}

/** Until the transaction ends, nobody else imports. */
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
  if (things.length === 0) return
  await trx
    .insertInto('imported_things')
    .values(
      things.map(({ source, kind, externalId, entityId, at }) => ({
        source,
        kind,
        external_id: externalId,
        entity_id: entityId,
        imported_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
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
  aliasOf: (id: number) => string
}

/** A draft until the whole import is there; `publishImported` shows all of it at once. */
export async function insertImportedRecord(trx: Transaction<DB>, record: ImportedRecord): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('records', 'id'))::int as id`.execute(trx)
  const id = rows[0]?.id ?? 0
  await trx
    .insertInto('records')
    .values({
      id,
      kind: record.kind,
      title: record.title,
      alias: record.aliasOf(id),
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
    })
    .execute()
  await trx.insertInto('record_clouds').values({ record_id: id, cloud_id: record.cloudId }).execute()
  if (record.serviceTids.length > 0)
    await trx
      .insertInto('record_services')
      .values(record.serviceTids.map((service_tid) => ({ record_id: id, service_tid })))
      .execute()
  if (record.updates.length > 0)
    await trx
      .insertInto('record_updates')
      .values(
        record.updates.map(({ postedOn, statusId, body }) => ({
          record_id: id,
          posted_on: postedOn,
          status_id: statusId,
          body,
        })),
      )
      .execute()
  return id
}

export async function publishImported(
  trx: Transaction<DB>,
  { ids, edition }: { ids: number[]; edition: number },
) {
  if (ids.length === 0) return
  await trx.updateTable('records').set({ state: 'published', edition }).where('id', 'in', ids).execute()
}
