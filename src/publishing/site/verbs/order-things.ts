import { writePositions } from '../../../db/site-editing/site-rows.ts'
import type { NewsroomDesk } from '../../newsroom-desk.ts'
import type { Editor } from '../editor.ts'
import type { SiteNoun, SiteRow } from '../site-noun.ts'
import { allOrNothing } from './all-or-nothing.ts'
import type { OrderOutcome } from './outcomes.ts'
import { recordChange } from './record-change.ts'

export function orderThings<Values, Row extends SiteRow & Values>(
  { db }: NewsroomDesk,
  noun: SiteNoun<Values, Row>,
  { ids, editor, now }: { ids: readonly number[]; editor: Editor; now: Date },
): Promise<OrderOutcome> {
  return allOrNothing<OrderOutcome>(db, async (trx) => {
    const { scopeOf } = noun
    if (scopeOf === undefined) throw new Error(`${noun.entity} has no order.`)
    const all = await noun.read(trx)
    const first = all.find(({ id }) => id === ids[0])
    if (first === undefined) return { kind: 'conflict' }
    const needed = noun.needs(first)
    if (!editor.may(needed)) return { kind: 'not-allowed' }
    const scope = scopeOf(first)
    const before = all.filter((row) => scopeOf(row) === scope).map(({ id }) => id)
    const isExactlyThese = before.length === ids.length && before.every((id) => ids.includes(id))
    if (!isExactlyThese) return { kind: 'conflict' }
    if (before.every((id, place) => id === ids[place])) return { kind: 'ordered' }
    await writePositions(trx, noun.table, ids)
    await recordChange(trx, {
      now,
      actor: editor.as(needed),
      action: 'order',
      entity: noun.entity,
      entityId: scope,
      before: { order: before },
      after: { order: ids },
      shows: noun.isPublic ? 'site' : undefined,
    })
    return { kind: 'ordered' }
  })
}
