import type { Transaction } from 'kysely'
import type { DB } from '../../../db/database.ts'
import { findRemoved, insertRow, isNumberFree, updateRow } from '../../../db/site-editing/site-rows.ts'
import type { NewsroomDesk } from '../../newsroom-desk.ts'
import type { Editor } from '../editor.ts'
import type { SiteNoun, SiteRow } from '../site-noun.ts'
import { allOrNothing } from './all-or-nothing.ts'
import { breakageError, newBreakage, readShape } from './new-breakage.ts'
import { named, type SaveOutcome } from './outcomes.ts'
import { recordChange } from './record-change.ts'

interface Creating<Values> {
  values: Values
  again?: { id: number; position?: number; is_retired?: boolean } | undefined
  editor: Editor
  now: Date
}

export function createThing<Values, Row extends SiteRow & Values>(
  { db }: NewsroomDesk,
  noun: SiteNoun<Values, Row>,
  { values: typed, again, editor, now }: Creating<Values>,
): Promise<SaveOutcome<Row>> {
  return allOrNothing<SaveOutcome<Row>>(db, async (trx, giveUp) => {
    const values = noun.tidy(typed)
    const needed = noun.needs(values)
    if (!editor.may(needed)) return { kind: 'not-allowed' }
    const others = await noun.read(trx)
    const errors = named(await noun.check(values, { db: trx, others, before: undefined, now }))
    if (errors !== undefined) return { kind: 'wrong', errors }
    if (again !== undefined && !(await mayHaveNumber(trx, noun, again.id)))
      return { kind: 'wrong', errors: { form: `The number ${again.id} is no longer free.` } }

    const closed = await closedAgain(trx, noun, { values, again, editor })
    if (closed !== undefined) return { kind: 'not-allowed', message: closed }

    const shapeBefore = await readShape(trx)
    const columns = await noun.toColumns(values, { db: trx, now, before: undefined })
    const id = await insertRow(trx, noun.table, {
      ...columns,
      ...(noun.scopeOf !== undefined && { position: again?.position ?? placeAtEnd(noun, others, values) }),
      ...(again !== undefined && { [noun.table.key]: again.id }),
    })
    await noun.writeLinks?.(trx, id, values)
    if (again?.is_retired === true) await retireAgain(trx, noun, { id, now })

    const broken = newBreakage(shapeBefore, await readShape(trx))
    if (broken !== undefined) giveUp({ kind: 'wrong', errors: breakageError(broken, noun.entity) })
    const row = (await noun.read(trx)).find((candidate) => candidate.id === id)
    if (row === undefined) throw new Error(`${noun.entity} ${id} is gone.`)
    await recordChange(trx, {
      now,
      actor: editor.as(needed),
      action: 'create',
      entity: noun.entity,
      entityId: id,
      before: null,
      after: row,
      shows: noun.isPublic ? 'site' : undefined,
    })
    return { kind: 'saved', row }
  })
}

/** Restoring something must not change what saving it could not. */
async function closedAgain<Values, Row extends SiteRow & Values>(
  trx: Transaction<DB>,
  noun: SiteNoun<Values, Row>,
  { values, again, editor }: Pick<Creating<Values>, 'values' | 'again' | 'editor'>,
): Promise<string | undefined> {
  if (again === undefined || editor.limit === null || noun.closedToLimited === undefined) return undefined
  const removed = await findRemoved(trx, { entity: noun.entity, id: again.id })
  return removed && noun.closedToLimited({ before: removed as unknown as Row, after: values })
}

async function retireAgain<Values, Row extends SiteRow & Values>(
  trx: Transaction<DB>,
  noun: SiteNoun<Values, Row>,
  { id, now }: { id: number; now: Date },
) {
  const row = (await noun.read(trx)).find((candidate) => candidate.id === id)
  if (row === undefined || noun.retiring === undefined) return
  await updateRow(trx, noun.table, { id, columns: noun.retiring.retire(row, now) })
}

function mayHaveNumber<Values, Row extends SiteRow & Values>(
  trx: Transaction<DB>,
  { table }: SiteNoun<Values, Row>,
  id: number,
) {
  // Its ID is its cloud's.
  return table.key === 'cloud_id' ? true : isNumberFree(trx, table, id)
}

export function placeAtEnd<Values, Row extends SiteRow & Values>(
  { scopeOf }: SiteNoun<Values, Row>,
  rows: readonly Row[],
  values: Values,
): number {
  const places = rows
    .filter((row) => scopeOf?.(row) === scopeOf?.(values))
    .map(({ position }) => position ?? 0)
  return Math.max(-1, ...places) + 1
}
