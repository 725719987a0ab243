import { readAccountData } from '../../db/account-data.ts'
import type { AccountsDesk } from '../accounts.ts'

/** For the person to take along: from one moment, so that its parts fit together. */
export async function accountData(
  { db, vault }: AccountsDesk,
  { userId, now }: { userId: number; now: Date },
): Promise<Record<string, unknown>> {
  const tables = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => readAccountData(trx, vault, userId))
  return { taken_at: now.toISOString(), ...tables }
}
