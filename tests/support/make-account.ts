import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/database.ts'
import { testPasswords } from './test-accounts.ts'

export interface TestAccount {
  uid: number
  email: string
  pass: string
}

const PASSWORD = 'Fog9 over Lisbon'
let hashOfPassword: Promise<string> | undefined

export async function makeAccount(
  db: Kysely<DB>,
  of: {
    email?: string
    username?: string
    passwordHash?: string | null
    isVerified?: boolean
    lockedAt?: Date
    timezone?: string
  } = {},
): Promise<TestAccount> {
  hashOfPassword ??= testPasswords.hash(PASSWORD)
  const email = of.email ?? `${randomBytes(6).toString('hex')}@customer.example`
  const { id: uid } = await db
    .insertInto('users')
    .values({
      email,
      username: of.username ?? null,
      password_hash: of.passwordHash === undefined ? await hashOfPassword : of.passwordHash,
      email_verified_at: of.isVerified === false ? null : new Date(),
      locked_at: of.lockedAt ?? null,
      ...(of.timezone !== undefined && { timezone: of.timezone }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { uid, email, pass: PASSWORD }
}
