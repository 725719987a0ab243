import type { Kysely } from 'kysely'
import { type Accounts, type AccountsDesk, accountsAt } from '../../src/accounts/accounts.ts'
import { makePasswords } from '../../src/accounts/passwords/passwords.ts'
import type { DB } from '../../src/db/database.ts'

/** Its thread starts with the first password, and lets the process end. */
export const testPasswords = makePasswords()

/** The accounts room on a database of the test; what a test watches, it gives itself. */
export function testAccounts(db: Kysely<DB>, desk: Partial<AccountsDesk> = {}): Accounts {
  return accountsAt({ db, passwords: testPasswords, wakeMails: () => {}, ...desk })
}
