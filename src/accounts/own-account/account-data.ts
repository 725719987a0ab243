import { readAccountData } from '../../db/account-data.ts'
import type { AccountsDesk } from '../accounts.ts'

/** All tables are read from one snapshot, so that they fit together. */
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
