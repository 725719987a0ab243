import type { Kysely } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { lockTemplates, writeTemplateOrder } from '../../db/templates.ts'
import type { Actor } from '../../domain/actor.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { mayWriteTemplate, type TemplateRefusal } from './template-outcome.ts'

/** The named ones come first, in this order; the others follow in their old order. */
export function orderTemplates(
  db: Kysely<DB>,
  { ids, actor, mayEdit, now }: { ids: readonly number[]; actor: Actor; mayEdit: MayEdit; now: Date },
): Promise<{ kind: 'ordered' } | TemplateRefusal> {
  return db.transaction().execute(async (trx): Promise<{ kind: 'ordered' } | TemplateRefusal> => {
    const templates = await lockTemplates(trx)
    const named = ids.map((id) => templates.find((template) => template.id === id))
    for (const template of named) {
      if (template === undefined) return { kind: 'no-such-template' }
      if (!mayWriteTemplate(template, mayEdit)) return { kind: 'not-allowed' }
    }
    const before = templates.map(({ id }) => id)
    const after = [...ids, ...before.filter((id) => !ids.includes(id))]
    if (before.every((id, place) => after[place] === id)) return { kind: 'ordered' }
    await writeTemplateOrder(trx, after)
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'order',
      entity: 'template',
      entityId: 'all',
      before: { ids: before },
      after: { ids: after },
    })
    return { kind: 'ordered' }
  })
}
