import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from './database.ts'

export type PurgeClaim =
  /**
   * `since`: the caches are current up to this edition. Undefined: they may have anything, because of
   * another history or release.
   */
  { kind: 'claimed'; since: number | undefined } | { kind: 'taken' } | { kind: 'done' }

interface PurgedEdition {
  number: number
  history: string
  /** Different releases give different answers for the same edition. */
  release: string
}

export async function claimPurge(
  db: Kysely<DB>,
  edition: PurgedEdition,
  { now, until }: { now: Date; until: Date },
): Promise<PurgeClaim> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('purges')
      .select(['history', 'number', 'claimed_until'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    const isSameHistory = row.history === historyOfRelease(edition)
    if (isSameHistory && row.number >= edition.number) return { kind: 'done' }
    if (row.claimed_until !== null && row.claimed_until > now) return { kind: 'taken' }
    await trx.updateTable('purges').set({ claimed_until: until }).execute()
    return { kind: 'claimed', since: isSameHistory ? row.number : undefined }
  })
}

export async function settlePurge(db: Kysely<DB>, edition: PurgedEdition): Promise<void> {
  const { number } = edition
  const history = historyOfRelease(edition)
  await db.updateTable('purges').set({ number, history, claimed_until: null }).execute()
}

export async function releasePurge(db: Kysely<DB>): Promise<void> {
  await db.updateTable('purges').set({ claimed_until: null }).execute()
}

/** As a UUID, the type of the column. */
function historyOfRelease({ history, release }: PurgedEdition): string {
  const digest = createHash('sha256').update(`${history} ${release}`).digest('hex')
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
