import type { Kysely } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { deleteTemplate, lockTemplate } from '../../db/templates.ts'
import type { Actor } from '../../domain/actor.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { mayWriteTemplate, type TemplateOutcome } from './template-outcome.ts'

export function removeTemplate(
  db: Kysely<DB>,
  {
    id,
    version,
    actor,
    mayEdit,
    now,
  }: { id: number; version: number; actor: Actor; mayEdit: MayEdit; now: Date },
): Promise<TemplateOutcome> {
  return db.transaction().execute(async (trx): Promise<TemplateOutcome> => {
    const template = await lockTemplate(trx, id)
    if (template === undefined) return { kind: 'no-such-template' }
    if (!mayWriteTemplate(template, mayEdit)) return { kind: 'not-allowed' }
    if (template.version !== version) return { kind: 'conflict' }
    await deleteTemplate(trx, id)
    const { name, kind, purpose, content } = template
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'remove',
      entity: 'template',
      entityId: id,
      before: { name, kind, purpose, content },
      after: null,
    })
    return { kind: 'done', id }
  })
}
