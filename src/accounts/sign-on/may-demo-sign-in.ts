import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findDemoMark } from '../../db/demo.ts'

/**
 * With `DEMO=1` always. Otherwise only if the demo filled this database: any other database belongs to a real provider.
 */
export async function mayDemoSignIn(
  db: Kysely<DB>,
  { isDemoOpen }: { isDemoOpen: boolean },
): Promise<boolean> {
  return isDemoOpen || (await findDemoMark(db)) !== undefined
}
