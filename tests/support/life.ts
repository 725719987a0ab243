import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/database.ts'
import { readContent } from '../../src/db/record-content.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import { MAY_EDIT_ALL } from '../../src/domain/newsroom/may-edit.ts'
import type { RecordContent } from '../../src/domain/newsroom/record-content.ts'
import { publish } from './publish.ts'
import { addDraft } from './small-site.ts'

/** Statuses whose IDs are fixed by the first migration. */
export const STATUS = {
  scheduled: 1,
  inProgress: 2,
  monitoring: 3,
  completed: 4,
  resolved: 5,
  remediated: 6,
  postponed: 7,
  archived: 8,
}

export const EDITOR = { actor: actorNamed('blog_editor'), mayEdit: MAY_EDIT_ALL, notifies: true }

export function at(time: string): Date {
  return new Date(`2026-11-${time}Z`)
}

type Fields = Parameters<typeof addDraft>[1]

export async function openIncident(db: Kysely<DB>, fields: Fields = {}): Promise<number> {
  const id = await addDraft(db, { from_time: at('15T08:00:00'), author: 'Cloud Operations', ...fields })
  await publish(db, id, { now: at('15T08:10:00') })
  return id
}

export async function plannedMaintenance(db: Kysely<DB>, fields: Fields = {}): Promise<number> {
  const id = await addDraft(db, {
    kind: 'maintenance',
    event_type: 'scheduled',
    title: 'Core switches are replaced',
    status_id: STATUS.scheduled,
    severity_tid: 1356,
    from_time: at('15T20:00:00'),
    to_time: at('15T22:00:00'),
    author: 'Change Management',
    ...fields,
  })
  await publish(db, id, { now: at('10T09:00:00'), step: 'scheduled' })
  return id
}

export function recordOf(db: Kysely<DB>, id: number) {
  return db.selectFrom('records').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
}

export function updatesOf(db: Kysely<DB>, recordId: number) {
  return db.selectFrom('record_updates').where('record_id', '=', recordId).selectAll().orderBy('id').execute()
}

export function publicationsOf(db: Kysely<DB>, recordId: number) {
  return db.selectFrom('publications').where('record_id', '=', recordId).selectAll().orderBy('id').execute()
}

export async function stepsOf(db: Kysely<DB>, recordId: number) {
  return (await publicationsOf(db, recordId)).map(({ step, notifies }) =>
    notifies ? step : `${step} silently`,
  )
}

export function auditOf(db: Kysely<DB>, recordId: number) {
  return db
    .selectFrom('audit_log')
    .where('entity', '=', 'record')
    .where('entity_id', '=', String(recordId))
    .select(['actor', 'action', 'before', 'after'])
    .orderBy('id')
    .execute()
}

export async function typeDraft(db: Kysely<DB>, recordId: number, typed: Partial<RecordContent>) {
  const content = { ...(await readContent(db, recordId)), ...typed }
  await db
    .insertInto('record_drafts')
    .values({ record_id: recordId, content: JSON.stringify(content), saved_at: at('15T09:00:00') })
    .execute()
}

export async function draftOf(db: Kysely<DB>, recordId: number): Promise<RecordContent> {
  const row = await db
    .selectFrom('record_drafts')
    .where('record_id', '=', recordId)
    .select('content')
    .executeTakeFirstOrThrow()
  return row.content as unknown as RecordContent
}
