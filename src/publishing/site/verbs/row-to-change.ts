import type { Transaction } from 'kysely'
import type { DB } from '../../../db/database.ts'
import { lockRow } from '../../../db/site-editing/site-rows.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { Editor } from '../editor.ts'
import type { SiteNoun, SiteRow } from '../site-noun.ts'
import type { SiteRefusal } from './outcomes.ts'

export interface Changing {
  id: number
  version: number
  editor: Editor
  now: Date
}

/** Locks the row until the transaction ends. */
export async function rowToChange<Values, Row extends SiteRow & Values>(
  trx: Transaction<DB>,
  noun: SiteNoun<Values, Row>,
  { id, version, editor }: Changing,
): Promise<{ kind: 'held'; row: Row; others: Row[]; actor: Actor } | SiteRefusal> {
  await lockRow(trx, noun.table, id)
  const rows = await noun.read(trx)
  const row = rows.find((candidate) => candidate.id === id)
  if (row === undefined) return { kind: 'not-found' }
  const needed = noun.needs(row)
  if (!editor.may(needed)) return { kind: 'not-allowed' }
  if (row.version !== version) return { kind: 'conflict' }
  return { kind: 'held', row, others: rows.filter((other) => other !== row), actor: editor.as(needed) }
}
