import type { Kysely } from 'kysely'
import { type Accounts, type AccountsDesk, accountsAt } from '../../src/accounts/accounts.ts'
import { argon2Worker } from '../../src/accounts/passwords/argon2-worker.ts'
import { makePasswords, type Passwords } from '../../src/accounts/passwords/passwords.ts'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import type { DB } from '../../src/db/database.ts'

/**
 * Its thread starts with the first password, and lets the process end. It has normal priority: at a lower one tests
 * would wait on a busy machine.
 */
const passwords = makePasswords({ makeWorker: () => argon2Worker({ niceness: 0 }) })
const verified = new Map<string, Promise<boolean>>()

/** Real hashes at their real cost. Results are cached: tests make hundreds of attempts. */
export const testPasswords: Passwords = {
  ...passwords,
  verify: (password, hash) => {
    const question = JSON.stringify([password, hash])
    const known = verified.get(question) ?? passwords.verify(password, hash)
    verified.set(question, known)
    return known
  },
}

/** The accounts room on a test database; a test passes what it wants to observe. */
export function testAccounts(db: Kysely<DB>, desk: Partial<AccountsDesk> = {}): Accounts {
  return accountsAt(
    {
      db,
      vault: OPEN_VAULT,
      passwords: testPasswords,
      wakeMails: () => {},
      logFault: () => {},
      ...desk,
    },
    PATIENT,
  )
}

/** A signed-in reader does not get the public answer just because this machine is slow. */
const PATIENT = { answerWithinMs: 60_000, actWithinMs: 60_000 }
