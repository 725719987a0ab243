import { updateRow } from '../../../db/site-editing/site-rows.ts'
import type { NewsroomDesk } from '../../newsroom-desk.ts'
import type { SiteNoun, SiteRow } from '../site-noun.ts'
import { allOrNothing } from './all-or-nothing.ts'
import { placeAtEnd } from './create-thing.ts'
import { breakageError, newBreakage, readShape } from './new-breakage.ts'
import { named, type SaveOutcome } from './outcomes.ts'
import { isSame, recordChange } from './record-change.ts'
import { type Changing, rowToChange } from './row-to-change.ts'

export function saveThing<Values, Row extends SiteRow & Values>(
  { db }: NewsroomDesk,
  noun: SiteNoun<Values, Row>,
  { values: typed, ...changing }: Changing & { values: Values },
): Promise<SaveOutcome<Row>> {
  const { id, editor, now } = changing
  return allOrNothing<SaveOutcome<Row>>(db, async (trx, giveUp) => {
    const found = await rowToChange(trx, noun, changing)
    if (found.kind !== 'held') return found
    const { row: before, others, actor } = found
    const values = noun.tidy(typed)
    if (!editor.may(noun.needs(values))) return { kind: 'not-allowed' }
    const closed = editor.limit === null ? undefined : noun.closedToLimited?.({ before, after: values })
    if (closed !== undefined) return { kind: 'not-allowed', message: closed }
    const errors = named(await noun.check(values, { db: trx, others, before, now }))
    if (errors !== undefined) return { kind: 'wrong', errors }

    const shapeBefore = await readShape(trx)
    const isMoved = noun.scopeOf !== undefined && noun.scopeOf(before) !== noun.scopeOf(values)
    await updateRow(trx, noun.table, {
      id,
      columns: {
        ...(await noun.toColumns(values, { db: trx, now, before })),
        ...(isMoved && { position: placeAtEnd(noun, others, values) }),
      },
    })
    await noun.writeLinks?.(trx, id, values)

    const broken = newBreakage(shapeBefore, await readShape(trx))
    if (broken !== undefined) giveUp({ kind: 'wrong', errors: breakageError(broken, noun.entity) })
    const after = (await noun.read(trx)).find((candidate) => candidate.id === id) ?? before
    if (isSame(before, after)) giveUp({ kind: 'saved', row: before })
    await recordChange(trx, {
      now,
      actor,
      action: 'change',
      entity: noun.entity,
      entityId: id,
      before,
      after,
      shows: noun.isPublic ? 'site' : undefined,
    })
    return { kind: 'saved', row: after }
  })
}
