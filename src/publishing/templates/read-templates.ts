import type { Kysely } from 'kysely'
import type { Template, TemplatePurpose } from '../../contract/admin/templates.ts'
import type { DB } from '../../db/database.ts'
import { findTemplate, listTemplates, type TemplateRow } from '../../db/templates.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { askedPlaceholdersIn } from '../../domain/newsroom/placeholders.ts'
import type { RecordKind } from '../../domain/record.ts'
import { mayWriteTemplate } from './template-outcome.ts'

export async function readTemplates(
  db: Kysely<DB>,
  {
    mayEdit,
    ...of
  }: { kind?: RecordKind | undefined; purpose?: TemplatePurpose | undefined; mayEdit: MayEdit },
): Promise<Template[]> {
  return (await listTemplates(db, of)).map((row) => present(row, mayEdit))
}

export async function readTemplate(
  db: Kysely<DB>,
  { id, mayEdit }: { id: number; mayEdit: MayEdit },
): Promise<Template | undefined> {
  const row = await findTemplate(db, id)
  return row && present(row, mayEdit)
}

function present(row: TemplateRow, mayEdit: MayEdit): Template {
  return {
    ...row,
    updated_at: row.updated_at.toISOString(),
    asks_for: askedPlaceholdersIn(row.content),
    can_edit: mayWriteTemplate(row, mayEdit),
  } as Template
}
