import { type Kysely, sql, type Transaction } from 'kysely'
import type { AdvisoryFacts } from '../domain/csaf/advisory-facts.ts'
import { deriveRecord } from '../domain/newsroom/derive-record.ts'
import { type InternalContent, type RecordContent, TIME_FIELDS } from '../domain/newsroom/record-content.ts'
import {
  type FieldsWith,
  fieldNames,
  INTERNAL_FIELDS,
  RECORD_FIELDS,
  type RecordFieldName,
} from '../domain/record-fields.ts'
import type { DB } from './database.ts'

type LinkField = FieldsWith<{ holds: 'numbers' }>
type TimeField = FieldsWith<{ holds: 'time' }>

/** Those of the fields that are columns of `records`. Links to clouds, services and so on have tables of their own. */
export function isColumn<Name extends RecordFieldName>(name: Name): name is Exclude<Name, LinkField> {
  return RECORD_FIELDS[name].holds !== 'numbers'
}

const COLUMNS_AS_THEY_ARE = fieldNames(RECORD_FIELDS)
  .filter(isColumn)
  .filter((name): name is Exclude<typeof name, TimeField> => RECORD_FIELDS[name].holds !== 'time')
const INTERNAL_COLUMNS = fieldNames(INTERNAL_FIELDS)

/**
 * A record as it is in its tables, in the shape in which staff write it. Readers see this. Undefined for one in the
 * trash.
 */
export async function readContent(db: Kysely<DB>, recordId: number): Promise<RecordContent | undefined> {
  const row = await db
    .selectFrom('records')
    .leftJoin('record_internals as internals', 'internals.record_id', 'records.id')
    .where('records.id', '=', recordId)
    .where('records.trashed_at', 'is', null)
    .select([...COLUMNS_AS_THEY_ARE, ...TIME_FIELDS, ...INTERNAL_COLUMNS])
    .select((eb) => eb.ref('advisory').$castTo<AdvisoryFacts | null>().as('advisory'))
    .select([
      targets('record_clouds', 'cloud_id').as('clouds'),
      targets('record_services', 'service_tid').as('services'),
      targets('record_data_centers', 'data_center_tid').as('data_centers'),
      targets('record_terms', 'term_tid').as('terms'),
    ])
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    ...only(row, COLUMNS_AS_THEY_ARE),
    ...isoTimes(row),
    remind_before_minutes: row.remind_before_minutes.toSorted((a, b) => a - b),
    clouds: row.clouds,
    services: row.services,
    data_centers: row.data_centers,
    terms: row.terms,
    advisory: row.advisory,
    internal: only(row, INTERNAL_COLUMNS),
  }
}

function only<Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>
}

function isoTimes(row: Record<TimeField, Date | null>) {
  const times = TIME_FIELDS.map((name) => [name, row[name]?.toISOString() ?? null])
  return Object.fromEntries(times) as Record<TimeField, string | null>
}

function targets(table: string, target: string) {
  return sql<number[]>`array(
    select ${sql.ref(target)} from ${sql.table(table)} where record_id = records.id order by 1)`
}

/**
 * Writes a whole content into the record, its links and its internal fields, and what follows from it. State, version,
 * address and edition stay: publishing changes them. The content must have passed `checkContent` or `showableContent`.
 */
export async function writeContent(
  trx: Transaction<DB>,
  { recordId, content, now }: { recordId: number; content: RecordContent; now: Date },
): Promise<void> {
  const { clouds, services, data_centers, terms, internal, advisory, ...columns } = content
  const status = await trx
    .selectFrom('statuses')
    .where('id', '=', content.status_id)
    .select(['class', 'is_closed'])
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('records')
    .set((eb) => ({
      ...columns,
      // Where nothing is said of it, it stays.
      ...(advisory !== undefined && { advisory: advisory === null ? null : JSON.stringify(advisory) }),
      ...deriveRecord(content, status),
      title: content.title.trim(),
      // Bylines are public, and so is the author; accounts are not.
      created_by: eb.fn.coalesce('created_by', eb.val(content.author)),
      updated_by: eb.fn.coalesce(eb.val(content.author), 'updated_by'),
    }))
    .where('id', '=', recordId)
    .execute()
  await writeLinks(trx, { recordId, table: 'record_clouds', target: 'cloud_id', tids: clouds })
  await writeLinks(trx, { recordId, table: 'record_services', target: 'service_tid', tids: services })
  await writeLinks(trx, {
    recordId,
    table: 'record_data_centers',
    target: 'data_center_tid',
    tids: data_centers,
  })
  await writeLinks(trx, { recordId, table: 'record_terms', target: 'term_tid', tids: terms })
  await writeInternals(trx, { recordId, internal, now })
}

async function writeLinks(
  trx: Transaction<DB>,
  of: { recordId: number; table: string; target: string; tids: readonly number[] },
) {
  const { recordId, table, target, tids } = of
  await sql`
    delete from ${sql.table(table)}
    where record_id = ${recordId} and ${sql.ref(target)} <> all (${tids}::integer[])`.execute(trx)
  await sql`
    insert into ${sql.table(table)} (record_id, ${sql.ref(target)})
    select ${recordId}, tid from unnest(${tids}::integer[]) as tid
    on conflict do nothing`.execute(trx)
}

async function writeInternals(
  trx: Transaction<DB>,
  { recordId, internal, now }: { recordId: number; internal: InternalContent; now: Date },
) {
  const isEmpty = Object.values(internal).every((value) => value === null)
  if (isEmpty) {
    await trx.deleteFrom('record_internals').where('record_id', '=', recordId).execute()
    return
  }
  const fields = { ...internal, updated_at: now }
  await trx
    .insertInto('record_internals')
    .values({ record_id: recordId, ...fields })
    .onConflict((conflict) => conflict.column('record_id').doUpdateSet(fields))
    .execute()
}
