import { updateRow } from '../../../db/site-editing/site-rows.ts'
import type { NewsroomDesk } from '../../newsroom-desk.ts'
import type { SiteNoun, SiteRow } from '../site-noun.ts'
import { allOrNothing } from './all-or-nothing.ts'
import { newBreakage, readShape } from './new-breakage.ts'
import type { SaveOutcome } from './outcomes.ts'
import { recordChange } from './record-change.ts'
import { type Changing, rowToChange } from './row-to-change.ts'

export function retireThing<Values, Row extends SiteRow & Values>(
  { db }: NewsroomDesk,
  noun: SiteNoun<Values, Row>,
  { action, ...changing }: Changing & { action: 'retire' | 'restore' },
): Promise<SaveOutcome<Row>> {
  const { id, now } = changing
  return allOrNothing<SaveOutcome<Row>>(db, async (trx, giveUp) => {
    const found = await rowToChange(trx, noun, changing)
    if (found.kind !== 'held') return found
    const { row: before, actor } = found
    const { retiring } = noun
    if (retiring === undefined) throw new Error(`${noun.entity} cannot be retired.`)
    const isDone = before.is_retired === (action === 'retire')
    if (isDone) return { kind: 'saved', row: before }
    const reason = action === 'retire' ? noun.neededBecause?.(before) : undefined
    if (reason !== undefined) return { kind: 'wrong', errors: { form: reason } }

    const shapeBefore = await readShape(trx)
    const columns = action === 'retire' ? retiring.retire(before, now) : retiring.restore(before)
    await updateRow(trx, noun.table, { id, columns })
    const broken = newBreakage(shapeBefore, await readShape(trx))
    if (broken !== undefined) giveUp({ kind: 'wrong', errors: { form: broken.sentence } })
    const after = (await noun.read(trx)).find((candidate) => candidate.id === id) ?? before
    await recordChange(trx, {
      now,
      actor,
      action,
      entity: noun.entity,
      entityId: id,
      before,
      after,
      shows: noun.isPublic ? 'site' : undefined,
    })
    return { kind: 'saved', row: after }
  })
}
