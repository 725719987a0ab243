import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { AdvisoryFacts } from '../domain/csaf/advisory-facts.ts'
import { deriveRecord } from '../domain/newsroom/derive-record.ts'
import { type InternalContent, type RecordContent, TIME_FIELDS } from '../domain/newsroom/record-content.ts'
import { type PlaceState, statesThatFit } from '../domain/place-states.ts'
import {
  type FieldsWith,
  fieldNames,
  INTERNAL_FIELDS,
  RECORD_FIELDS,
  type RecordFieldName,
} from '../domain/record-fields.ts'
import type { DB } from './database.ts'

type LinkField = FieldsWith<{ holds: 'numbers' }> | FieldsWith<{ holds: 'place states' }>
type TimeField = FieldsWith<{ holds: 'time' }>

export function isColumn<Name extends RecordFieldName>(name: Name): name is Exclude<Name, LinkField> {
  const { holds } = RECORD_FIELDS[name]
  return holds !== 'numbers' && holds !== 'place states'
}

const COLUMNS_AS_THEY_ARE = fieldNames(RECORD_FIELDS)
  .filter(isColumn)
  .filter((name): name is Exclude<typeof name, TimeField> => RECORD_FIELDS[name].holds !== 'time')
const INTERNAL_COLUMNS = fieldNames(INTERNAL_FIELDS)

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
      statesOf(sql.ref('records.id')).as('place_states'),
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
    place_states: row.place_states,
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

export function statesOf(recordId: RawBuilder<unknown>) {
  return sql<PlaceState[]>`(
    select coalesce(jsonb_agg(
      jsonb_build_object('place', place, 'tid', tid, 'severity_tid', severity_tid) order by place desc, tid), '[]')
    from (
      select 'service' as place, service_tid as tid, severity_tid from record_services
      where record_id = ${recordId} and severity_tid is not null
      union all
      select 'data-center', data_center_tid, severity_tid from record_data_centers
      where record_id = ${recordId} and severity_tid is not null
    ) as own)`
}

export async function writeStates(
  trx: Transaction<DB>,
  { recordId, states }: { recordId: number; states: readonly PlaceState[] },
): Promise<void> {
  for (const { table, target, place } of PLACE_TABLES) {
    const own = states.filter((state) => state.place === place)
    const tids = own.map(({ tid }) => tid)
    const severities = own.map(({ severity_tid }) => severity_tid)
    await sql`
      update ${sql.table(table)} link
      set severity_tid = (
        select own.severity_tid from unnest(${tids}::integer[], ${severities}::integer[]) as own (tid, severity_tid)
        where own.tid = link.${sql.ref(target)})
      where record_id = ${recordId} and (severity_tid is not null or link.${sql.ref(target)} = any (${tids}::integer[]))`.execute(
      trx,
    )
  }
}

const PLACE_TABLES = [
  { table: 'record_services', target: 'service_tid', place: 'service' },
  { table: 'record_data_centers', target: 'data_center_tid', place: 'data-center' },
] as const

/**
 * State, version, address and edition stay: publishing changes them. The content must have passed
 * `checkContent` or `showableContent`.
 */
export async function writeContent(
  trx: Transaction<DB>,
  { recordId, content, now }: { recordId: number; content: RecordContent; now: Date },
): Promise<void> {
  const { clouds, services, data_centers, place_states, terms, internal, advisory, ...columns } = content
  const status = await trx
    .selectFrom('statuses')
    .where('id', '=', content.status_id)
    .select(['class', 'is_closed'])
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('records')
    .set((eb) => ({
      ...columns,
      // Undefined: unchanged.
      ...(advisory !== undefined && { advisory: advisory === null ? null : JSON.stringify(advisory) }),
      ...deriveRecord(content, status),
      title: content.title.trim(),
      // Bylines, including the author, are public; accounts are not.
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
  if (place_states !== undefined)
    await writeStates(trx, { recordId, states: statesThatFit(place_states, content) })
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
