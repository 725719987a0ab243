import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'
import { findUserBySignInName, type SignInName } from '../db/users.ts'
import { emailAddress } from '../domain/account/email-address.ts'
import { username } from './user-name.ts'

/** The account that this typed name refers to. Skips the query for impossible names. */
export async function findAccount(db: Kysely<DB>, typed: string) {
  const name = signInName(typed)
  return name === undefined ? undefined : findUserBySignInName(db, name)
}

function signInName(typed: string): SignInName | undefined {
  const name = username(typed)
  if (name !== undefined) return { kind: 'username', username: name }
  const email = emailAddress(typed)
  return email === undefined ? undefined : { kind: 'email', email }
}
