import type { Kysely } from 'kysely'
import type { DB } from './database.ts'

export type PurgeClaim =
  /** Claimed by this process. The caches are current up to this edition, or know nothing of this history. */
  | { kind: 'claimed'; since: number | undefined }
  /** Another process has it. */
  | { kind: 'taken' }
  | { kind: 'done' }

interface EditionOf {
  number: number
  history: string
}

/** One process at a time purges the caches for an edition. */
export async function claimPurge(
  db: Kysely<DB>,
  edition: EditionOf,
  { now, until }: { now: Date; until: Date },
): Promise<PurgeClaim> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('purges')
      .select(['history', 'number', 'claimed_until'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    const isSameHistory = row.history === edition.history
    if (isSameHistory && row.number >= edition.number) return { kind: 'done' }
    if (row.claimed_until !== null && row.claimed_until > now) return { kind: 'taken' }
    await trx.updateTable('purges').set({ claimed_until: until }).execute()
    return { kind: 'claimed', since: isSameHistory ? row.number : undefined }
  })
}

export async function settlePurge(db: Kysely<DB>, { number, history }: EditionOf): Promise<void> {
  await db.updateTable('purges').set({ number, history, claimed_until: null }).execute()
}

/** Allows a retry, by any process. */
export async function releasePurge(db: Kysely<DB>): Promise<void> {
  await db.updateTable('purges').set({ claimed_until: null }).execute()
}
