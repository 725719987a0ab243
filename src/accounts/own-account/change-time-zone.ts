import { setTimeZone } from '../../db/own-account.ts'
import { knownTimeZone } from '../../domain/format-time.ts'
import type { AccountsDesk } from '../accounts.ts'

/** */
export async function changeTimeZone(
  { db }: AccountsDesk,
  { userId, timezone }: { userId: number; timezone: string },
): Promise<'changed' | 'unknown-zone'> {
  const known = knownTimeZone(timezone)
  if (known === undefined) return 'unknown-zone'
  await setTimeZone(db, { userId, timezone: known })
  return 'changed'
}
