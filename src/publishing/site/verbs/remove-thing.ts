import { deleteRow } from '../../../db/site-editing/site-rows.ts'
import { usesOf } from '../../../db/site-editing/uses.ts'
import type { NewsroomDesk } from '../../newsroom-desk.ts'
import type { SiteNoun, SiteRow } from '../site-noun.ts'
import { allOrNothing } from './all-or-nothing.ts'
import { newBreakage, readShape } from './new-breakage.ts'
import type { RemoveOutcome } from './outcomes.ts'
import { recordChange } from './record-change.ts'
import { type Changing, rowToChange } from './row-to-change.ts'
import { toUse, whyNotRemoved } from './use-words.ts'

export function removeThing<Values, Row extends SiteRow & Values>(
  { db }: NewsroomDesk,
  noun: SiteNoun<Values, Row>,
  changing: Changing,
): Promise<RemoveOutcome<Row>> {
  const { id, now } = changing
  return allOrNothing<RemoveOutcome<Row>>(db, async (trx, giveUp) => {
    const found = await rowToChange(trx, noun, changing)
    if (found.kind !== 'held') return found
    const { row, actor } = found
    const reason = noun.neededBecause?.(row)
    if (reason !== undefined) return { kind: 'needed', message: reason }
    const uses = noun.usedAs === undefined ? [] : (await usesOf(trx, noun.usedAs, id)).map(toUse)
    if (uses.length > 0) {
      const canRetire = noun.retiring !== undefined && row.is_retired === false
      return { kind: 'in-use', message: whyNotRemoved(uses, canRetire), uses, can_retire: canRetire }
    }

    const shapeBefore = await readShape(trx)
    await deleteRow(trx, noun.table, id)
    const broken = newBreakage(shapeBefore, await readShape(trx))
    if (broken !== undefined) giveUp({ kind: 'needed', message: broken.sentence })
    await recordChange(trx, {
      now,
      actor,
      action: 'remove',
      entity: noun.entity,
      entityId: id,
      before: row,
      after: null,
      shows: noun.isPublic ? 'site' : undefined,
    })
    return { kind: 'removed', row }
  })
}
