import { type Kysely, sql, type Transaction } from 'kysely'
import type { RecordKind } from '../domain/record.ts'
import type { DB } from './database.ts'

export type StoredTemplatePurpose = 'record' | 'update' | 'post_mortem'

/** Fields of a record, text and status of an update, or a post-mortem. */
export type TemplateContent = Readonly<Record<string, unknown>>

export interface TemplateRow {
  id: number
  name: string
  kind: RecordKind
  purpose: StoredTemplatePurpose
  content: TemplateContent
  position: number
  version: number
  updated_at: Date
}

export function listTemplates(
  db: Kysely<DB>,
  { kind, purpose }: { kind?: RecordKind | undefined; purpose?: StoredTemplatePurpose | undefined } = {},
): Promise<TemplateRow[]> {
  return selectTemplates(db)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as RecordKind))
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose as StoredTemplatePurpose))
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export function findTemplate(db: Kysely<DB>, id: number): Promise<TemplateRow | undefined> {
  return selectTemplates(db).where('id', '=', id).executeTakeFirst()
}

export function lockTemplate(trx: Transaction<DB>, id: number): Promise<TemplateRow | undefined> {
  return selectTemplates(trx).where('id', '=', id).forUpdate().executeTakeFirst()
}

export function lockTemplates(trx: Transaction<DB>): Promise<TemplateRow[]> {
  return selectTemplates(trx).orderBy('position').orderBy('id').forUpdate().execute()
}

function selectTemplates(db: Kysely<DB>) {
  return db
    .selectFrom('record_templates')
    .select((eb) => [
      'id',
      'name',
      'kind',
      'purpose',
      eb.ref('content').$castTo<TemplateContent>().as('content'),
      'position',
      'version',
      'updated_at',
    ])
}

export async function isTemplateNameTaken(
  trx: Transaction<DB>,
  { name, exceptId }: { name: string; exceptId: number | undefined },
): Promise<boolean> {
  const row = await trx
    .selectFrom('record_templates')
    .where('name', '=', name)
    .where('id', '<>', exceptId ?? 0)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertTemplate(
  trx: Transaction<DB>,
  { content, ...template }: Omit<TemplateRow, 'id' | 'position' | 'version'>,
): Promise<number> {
  const { id } = await trx
    .insertInto('record_templates')
    .values({
      ...template,
      content: JSON.stringify(content),
      position: sql<number>`(select coalesce(max(position) + 1, 0) from record_templates)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function changeTemplate(
  trx: Transaction<DB>,
  id: number,
  { name, content, at }: { name: string; content: TemplateContent; at: Date },
) {
  return trx
    .updateTable('record_templates')
    .set((eb) => ({
      name,
      content: JSON.stringify(content),
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

export function deleteTemplate(trx: Transaction<DB>, id: number) {
  return trx.deleteFrom('record_templates').where('id', '=', id).execute()
}

export async function writeTemplateOrder(trx: Transaction<DB>, ids: readonly number[]): Promise<void> {
  await sql`
    update record_templates set position = ordered.place - 1
    from unnest(${ids}::integer[]) with ordinality as ordered (id, place)
    where record_templates.id = ordered.id`.execute(trx)
}
