import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { databaseTimeOf } from '../../db/database-clock.ts'
import {
  digestZones,
  holdNextToExpand,
  insertDeliveries,
  settleSlice,
  sliceOfUsers,
} from '../../db/expansion.ts'
import { digestDueAt } from '../../domain/notifying/digest-time.ts'

export type ExpandOutcome =
  | { kind: 'nothing' }
  | { kind: 'expanded'; publicationId: number; added: number; isDone: boolean }

const FIRST_SLICE_USERS = 500
const SLICE_USERS = 10_000

export async function expandNext(
  db: Kysely<DB>,
  asked: { now: Date; sliceUsers?: number },
): Promise<ExpandOutcome> {
  return db.transaction().execute(async (trx) => {
    const publication = await holdNextToExpand(trx)
    if (publication === undefined) return { kind: 'nothing' }
    const { id: publicationId, expansion_cursor: after } = publication
    const now = await databaseTimeOf(trx, asked.now)

    const { sliceUsers = SLICE_USERS } = asked
    const users = after === 0 ? Math.min(FIRST_SLICE_USERS, sliceUsers) : sliceUsers
    const slice = await sliceOfUsers(trx, { after, users })
    const zones = await digestZones(trx, slice)
    const digests = Object.fromEntries(zones.map((zone) => [zone, digestDueAt(now, zone)]))
    const added = await insertDeliveries(trx, { publicationId, slice, now, digests })
    await settleSlice(trx, { publicationId, slice, now })
    return { kind: 'expanded', publicationId, added, isDone: slice.isLast }
  })
}
