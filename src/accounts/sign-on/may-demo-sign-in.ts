import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findDemoMark } from '../../db/demo.ts'

/** Unless somebody said `DEMO=1`, only on a database that the demo filled: any other is a real provider's. */
export async function mayDemoSignIn(
  db: Kysely<DB>,
  { isDemoOpen }: { isDemoOpen: boolean },
): Promise<boolean> {
  return isDemoOpen || (await findDemoMark(db)) !== undefined
}
