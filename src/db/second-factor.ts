import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB, SecondFactorSetups } from './database.ts'
import { rolesOfUser } from './roles-of-user.ts'

export async function readSecondFactor(db: Kysely<DB>, userId: number) {
  const app = await db
    .selectFrom('second_factor_apps')
    .where('user_id', '=', userId)
    .select('created_at')
    .executeTakeFirst()
  const passkeys = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .orderBy('id')
    .execute()
  const codes = await db
    .selectFrom('recovery_codes')
    .where('user_id', '=', userId)
    .select((query) => [
      query.fn.countAll<string>().as('total'),
      query.fn.count<string>('used_at').as('used'),
      query.fn.max('created_at').as('created_at'),
    ])
    .executeTakeFirstOrThrow()
  return { app, passkeys, codes: { ...codes, total: Number(codes.total), used: Number(codes.used) } }
}

export async function factorsOf(
  db: Kysely<DB>,
  userId: number,
): Promise<{ hasApp: boolean; hasPasskey: boolean }> {
  const { rows } = await sql<{ hasApp: boolean; hasPasskey: boolean }>`
    select exists (select from second_factor_apps where user_id = ${userId}) as "hasApp",
      exists (select from passkeys where user_id = ${userId}) as "hasPasskey"`.execute(db)
  return rows[0] ?? { hasApp: false, hasPasskey: false }
}

export function putApp(
  trx: Transaction<DB>,
  { userId, secret, step, now }: { userId: number; secret: string; step: number; now: Date },
) {
  const app = { secret, last_step: step, created_at: now }
  return trx
    .insertInto('second_factor_apps')
    .values({ user_id: userId, ...app })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(app))
    .execute()
}

export function findApp(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('second_factor_apps')
    .where('user_id', '=', userId)
    .select(['secret', 'created_at'])
    .executeTakeFirst()
}

/**
 * Of two concurrent requests with the same code, only one succeeds. The app is identified by its creation
 * time, because its secret may have been sealed again since.
 */
export async function takeAppStep(
  trx: Transaction<DB>,
  { userId, addedAt, step }: { userId: number; addedAt: Date; step: number },
): Promise<boolean> {
  const taken = await trx
    .updateTable('second_factor_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('created_at', '=', addedAt)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function deleteApp(trx: Transaction<DB>, userId: number): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('second_factor_apps')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return deleted !== undefined
}

export function passkeysOf(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports', 'name'])
    .orderBy('id')
    .execute()
}
export type PasskeyRow = Awaited<ReturnType<typeof passkeysOf>>[number]

export async function insertPasskey(
  trx: Transaction<DB>,
  of: Omit<PasskeyRow, 'id'> & { userId: number; now: Date },
): Promise<boolean> {
  const { userId, now, ...passkey } = of
  const inserted = await trx
    .insertInto('passkeys')
    .values({ ...passkey, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function countPasskeyUse(
  trx: Transaction<DB>,
  of: { id: number; from: number; to: number; now: Date },
): Promise<boolean> {
  const counted = await trx
    .updateTable('passkeys')
    .set({ counter: of.to, last_used_at: of.now })
    .where('id', '=', of.id)
    .where('counter', '=', of.from)
    .returning('id')
    .executeTakeFirst()
  return counted !== undefined
}

export async function deletePasskey(
  trx: Transaction<DB>,
  { userId, id }: { userId: number; id: number },
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function replaceRecoveryCodes(
  trx: Transaction<DB>,
  { userId, hashes, now }: { userId: number; hashes: readonly Buffer[]; now: Date },
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: now })))
    .execute()
}

export async function takeRecoveryCode(
  trx: Transaction<DB>,
  { userId, hash, now }: { userId: number; hash: Buffer; now: Date },
): Promise<boolean> {
  const taken = await trx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function deleteSecondFactor(trx: Transaction<DB>, userId: number): Promise<void> {
  const tables = ['second_factor_apps', 'passkeys', 'recovery_codes', 'second_factor_setups'] as const
  for (const table of tables) await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  await deleteSecondSteps(trx, userId)
}

type SetupKind = SecondFactorSetups['kind']

export function putSetup(
  trx: Transaction<DB>,
  of: { sessionId: number; userId: number; kind: SetupKind; secret: string; expiresAt: Date },
) {
  const setup = { secret: of.secret, expires_at: of.expiresAt }
  return trx
    .insertInto('second_factor_setups')
    .values({ session_id: of.sessionId, user_id: of.userId, kind: of.kind, ...setup })
    .onConflict((conflict) => conflict.columns(['session_id', 'kind']).doUpdateSet(setup))
    .execute()
}

export async function findSetup(
  db: Kysely<DB>,
  { sessionId, kind, now }: { sessionId: number; kind: SetupKind; now: Date },
): Promise<string | undefined> {
  const found = await db
    .selectFrom('second_factor_setups')
    .where('session_id', '=', sessionId)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .select('secret')
    .executeTakeFirst()
  return found?.secret
}

export async function takeSetup(
  db: Kysely<DB>,
  { sessionId, kind, secret }: { sessionId: number; kind: SetupKind; secret: string },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('second_factor_setups')
    .where('session_id', '=', sessionId)
    .where('kind', '=', kind)
    .where('secret', '=', secret)
    .returning('session_id')
    .executeTakeFirst()
  return taken !== undefined
}

export function insertSecondStep(
  trx: Transaction<DB>,
  of: { tokenHash: Buffer; userId: number; now: Date; expiresAt: Date },
) {
  return trx
    .insertInto('second_steps')
    .values({
      token_hash: of.tokenHash,
      user_id: of.userId,
      created_at: of.now,
      expires_at: of.expiresAt,
    })
    .execute()
}

interface StepAsked {
  tokenHash: Buffer
  now: Date
}

export function findSecondStep(db: Kysely<DB>, { tokenHash, now }: StepAsked) {
  return db
    .selectFrom('second_steps')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select(['user_id', 'challenge'])
    .executeTakeFirst()
}

/** Locked before the second step: a password change uses the same order. */
export function holdSigningIn(trx: Transaction<DB>, userId: number) {
  return trx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('locked_at', 'is', null)
    .where('oidc_issuer', 'is', null)
    .select(['id', 'email', 'username', 'display_name', rolesOfUser])
    .forUpdate()
    .executeTakeFirst()
}

export async function holdSecondStep(trx: Transaction<DB>, { tokenHash, now }: StepAsked): Promise<boolean> {
  const held = await trx
    .selectFrom('second_steps')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select('user_id')
    .forUpdate()
    .executeTakeFirst()
  return held !== undefined
}

export async function endSecondStep(trx: Transaction<DB>, { tokenHash }: { tokenHash: Buffer }) {
  await trx.deleteFrom('second_steps').where('token_hash', '=', tokenHash).execute()
}

export function noteLastSignIn(trx: Transaction<DB>, { userId, at }: { userId: number; at: Date }) {
  return trx.updateTable('users').set({ last_sign_in_at: at }).where('id', '=', userId).execute()
}

export async function setChallenge(
  db: Kysely<DB>,
  { tokenHash, challenge }: { tokenHash: Buffer; challenge: string },
) {
  await db.updateTable('second_steps').set({ challenge }).where('token_hash', '=', tokenHash).execute()
}

export async function takeChallenge(
  db: Kysely<DB>,
  { tokenHash, challenge }: { tokenHash: Buffer; challenge: string },
): Promise<boolean> {
  const taken = await db
    .updateTable('second_steps')
    .set({ challenge: null })
    .where('token_hash', '=', tokenHash)
    .where('challenge', '=', challenge)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function deleteSecondSteps(trx: Transaction<DB>, userId: number): Promise<void> {
  await trx.deleteFrom('second_steps').where('user_id', '=', userId).execute()
}

export async function deleteExpiredSteps(db: Kysely<DB>, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('second_steps').where('expires_at', '<', before).execute()
  await db.deleteFrom('second_factor_setups').where('expires_at', '<', before).execute()
}
