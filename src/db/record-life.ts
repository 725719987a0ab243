import { type Kysely, sql, type Transaction } from 'kysely'
import type { PlaceState } from '../domain/place-states.ts'
import type { DB } from './database.ts'
import { statesOf } from './record-content.ts'

export async function lockRecordState(trx: Transaction<DB>, id: number) {
  const record = await trx
    .selectFrom('records')
    .where('id', '=', id)
    .where('trashed_at', 'is', null)
    .select([
      'id',
      'kind',
      'notification_type',
      'state',
      'embargo',
      'version',
      'edition',
      'title',
      'author',
      'status_id',
      'severity_tid',
      'event_type',
      'type',
      'posted_on',
      'from_time',
      'to_time',
      'actual_from_time',
      'actual_to_time',
      'closed_on',
      'next_update',
      'starts_by_itself',
      'ends_by_itself',
    ])
    .forUpdate()
    .executeTakeFirst()
  if (record === undefined) return undefined
  // No join: after waiting for the lock, it would read the record's previous status.
  const status = await findStatus(trx, record.status_id)
  if (status === undefined) throw new Error(`Record ${id} has no status`)
  return { ...record, status_class: status.class, is_closed: status.is_closed }
}

export type LockedRecordState = NonNullable<Awaited<ReturnType<typeof lockRecordState>>>

export interface LifeFields {
  status_id: number
  severity_tid: number
  next_update: Date | null
  closed_on: Date | null
  from_time: Date | null
  to_time: Date | null
  actual_from_time: Date | null
  actual_to_time: Date | null
  starts_by_itself: boolean
  ends_by_itself: boolean
}

/**
 * For each automatic step that is off: whether it was switched off because its time had passed, not by
 * staff. The audit log has the last change; records that were created with the step off have no entry.
 */
export async function switchedOffBySteps(
  trx: Transaction<DB>,
  recordId: number,
): Promise<{ starts_by_itself: boolean; ends_by_itself: boolean }> {
  const lastChange = (field: 'starts_by_itself' | 'ends_by_itself') => sql`coalesce((
    select action not in ('publish', 'create') and after->${field}::text = 'false'
    from audit_log
    where entity = 'record' and entity_id = ${String(recordId)} and after ? ${field} and action <> 'save-draft'
    order by id desc
    limit 1), false)`
  const { rows } = await sql<{ starts_by_itself: boolean; ends_by_itself: boolean }>`
    select ${lastChange('starts_by_itself')} as starts_by_itself, ${lastChange('ends_by_itself')} as ends_by_itself`.execute(
    trx,
  )
  return rows[0] ?? { starts_by_itself: false, ends_by_itself: false }
}

export interface DerivedFields {
  event_type: LockedRecordState['event_type']
  type: LockedRecordState['type']
  updated_by: string | null
  resolved_by: string | null
}

export function changeRecord(
  trx: Transaction<DB>,
  id: number,
  fields: Partial<LifeFields> & Partial<DerivedFields>,
) {
  return trx.updateTable('records').set(fields).where('id', '=', id).execute()
}

export async function placesOfRecord(trx: Transaction<DB>, recordId: number) {
  const { rows } = await sql<{ services: number[]; data_centers: number[]; place_states: PlaceState[] }>`
    select array(select service_tid from record_services where record_id = ${recordId}) as services,
      array(select data_center_tid from record_data_centers where record_id = ${recordId}) as data_centers,
      ${statesOf(sql`${recordId}`)} as place_states`.execute(trx)
  return rows[0] ?? { services: [], data_centers: [], place_states: [] }
}

export function findStatusOfClass(db: Kysely<DB>, name: string) {
  return db
    .selectFrom('statuses')
    .where('class', '=', name)
    .where('retired_at', 'is', null)
    .select(['id', 'name', 'class', 'is_closed'])
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export function findStatus(db: Kysely<DB>, id: number) {
  return db
    .selectFrom('statuses')
    .where('id', '=', id)
    .select(['id', 'name', 'class', 'is_closed', 'retired_at'])
    .executeTakeFirst()
}

export function findSeverity(db: Kysely<DB>, tid: number) {
  return db
    .selectFrom('severities')
    .where('tid', '=', tid)
    .select(['tid', 'name', 'retired_at'])
    .executeTakeFirst()
}
