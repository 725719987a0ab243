import type { Kysely, Transaction } from 'kysely'
import type { RecordContent } from '../domain/newsroom/record-content.ts'
import { showableContent } from '../domain/newsroom/showable-content.ts'
import { readThings } from './choices.ts'
import type { DB } from './database.ts'
import { writeContent } from './record-content.ts'

export const EDITION_OF_LOOK = Number.MAX_SAFE_INTEGER

/**
 * Reads the database as if the record were published with this content, then rolls back. Locks the record
 * meanwhile, so read little. Undefined if the record doesn't exist.
 */
export async function asIfPublished<T>(
  db: Kysely<DB>,
  { recordId, content, now }: { recordId: number; content: RecordContent; now: Date },
  read: (trx: Transaction<DB>) => Promise<T>,
): Promise<T | undefined> {
  try {
    await db.transaction().execute(async (trx) => {
      const showable = showableContent(content, await readThings(trx))
      const isThere = await markLookedAt(trx, recordId, now)
      if (!isThere) throw new TakenBack(undefined)
      await writeContent(trx, { recordId, content: showable, now })
      throw new TakenBack(await read(trx))
    })
    return undefined
  } catch (error) {
    if (error instanceof TakenBack) return error.value as T | undefined
    throw error
  }
}

class TakenBack extends Error {
  readonly value: unknown

  constructor(value: unknown) {
    super()
    this.value = value
  }
}

/** The caller rolls back. Unlike publishing, it doesn't block others that wait for an edition. */
export async function markLookedAt(trx: Transaction<DB>, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('records')
    .set((eb) => ({
      state: 'published',
      edition: EDITION_OF_LOOK,
      posted_on: eb.fn.coalesce('posted_on', eb.val(now)),
      updated_on: now,
    }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
