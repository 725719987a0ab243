import type { Kysely, Transaction } from 'kysely'
import { insertAudit } from '../db/audit.ts'
import type { DB } from '../db/database.ts'
import { holdPassword, setPassword } from '../db/own-account.ts'
import { endSession } from '../db/sessions.ts'
import { findUserBySignInName, noteSignIn, type SignInName } from '../db/users.ts'
import { isRole, type Role } from '../domain/access.ts'
import { checkSignIn, type FieldErrors, type Provider } from '../domain/account/account-forms.ts'
import { emailAddress } from '../domain/account/email-address.ts'
import { isStaffAccount } from '../domain/account/staff-address.ts'
import { actorNamed } from '../domain/actor.ts'
import type { AccountsDesk } from './accounts.ts'
import { type Browser, type Entrance, enter } from './enter.ts'
import { noteFailedSignIn } from './note-failed-sign-in.ts'
import { isOutdated } from './passwords/passwords.ts'
import { beginSecondStep, type PendingSignIn } from './second-factor/second-step.ts'
import { hashOfSecret } from './secret.ts'
import { signInAttempts } from './sign-in-attempts.ts'
import { settleAttempts, type Throttled, takeAttempts } from './throttle/throttle.ts'
import { userName, username } from './user-name.ts'

export interface SignInInput {
  name: string
  pass: string
  browser: Browser
  provider: Provider
  now: Date
}

export type SignInOutcome =
  | { kind: 'signed-in'; user: { uid: number; name: string; roles: Role[] }; entrance: Entrance }
  | { kind: 'second-step'; pending: PendingSignIn }
  | { kind: 'refused'; errors: FieldErrors<'name' | 'pass'> }
  /** Unknown, wrong password, locked or staff: the answer doesn't reveal which. */
  | { kind: 'unrecognized' }
  | Throttled

/** after a failure the page drops its tokens, so its previous session must end, too. */
export async function signIn(desk: AccountsDesk, input: SignInInput): Promise<SignInOutcome> {
  const outcome = await trySignIn(desk, input)
  const { sessionToken } = input.browser
  if (outcome.kind !== 'signed-in' && sessionToken !== undefined) {
    await endSession(desk.db, { tokenHash: hashOfSecret(sessionToken) })
  }
  return outcome
}

/** Does the same work in the same order, whether or not the account exists. */
async function trySignIn(desk: AccountsDesk, input: SignInInput): Promise<SignInOutcome> {
  const { db } = desk
  const { name, browser, provider, now } = input
  const errors = checkSignIn(input, provider)
  if (Object.keys(errors).length > 0) return { kind: 'refused', errors }

  const account = await findAccount(db, name)
  const attempts = await signInAttempts(db, { name, userId: account?.id, browser, now })
  const verdict = await takeAttempts(db, attempts)
  const failed = {
    userId: account?.id,
    address: browser.address,
    by: 'password',
    reason: 'wrong name or password',
    now,
  } as const
  if (verdict.kind === 'throttled') {
    await noteFailedSignIn(db, { ...failed, isThrottled: true })
    return verdict
  }
  const outcome = await checkPassword(desk, input, account)
  if (outcome.kind === 'unrecognized') await noteFailedSignIn(db, { ...failed, isThrottled: false })
  // The second step counts its own attempts.
  else await settleAttempts(desk, { refunded: attempts })
  return outcome
}

type CheckedPassword = Extract<SignInOutcome, { kind: 'signed-in' | 'second-step' | 'unrecognized' }>

async function checkPassword(
  { db, passwords }: AccountsDesk,
  { pass, browser, provider, now }: SignInInput,
  account: Awaited<ReturnType<typeof findAccount>>,
): Promise<CheckedPassword> {
  const isRight = await passwords.verify(pass, account?.password_hash)
  if (account === undefined || account.password_hash === null || !isRight) return { kind: 'unrecognized' }
  if (isStaffAccount(account, provider.staff_domains)) return { kind: 'unrecognized' }
  const { id, password_hash: passwordHash } = account
  const newPasswordHash = isOutdated(passwordHash) ? await passwords.hash(pass) : passwordHash
  return db.transaction().execute(async (trx): Promise<CheckedPassword> => {
    if (!(await holdPassword(trx, { userId: id, hash: passwordHash }))) return { kind: 'unrecognized' }
    const pending = await beginSecondStep(trx, { userId: id, now })
    if (pending !== undefined) {
      if (newPasswordHash !== passwordHash) await setPassword(trx, { userId: id, hash: newPasswordHash })
      return { kind: 'second-step', pending }
    }
    await noteSignIn(trx, { id, newPasswordHash, at: now })
    const entrance = await enterByPassword(trx, { userId: id, browser, now })
    const roles = account.roles.filter(isRole)
    return { kind: 'signed-in', user: { uid: id, name: userName(account), roles }, entrance }
  })
}

async function enterByPassword(
  trx: Transaction<DB>,
  of: { userId: number; browser: Browser; now: Date },
): Promise<Entrance> {
  await insertAudit(trx, {
    at: of.now,
    actor: actorNamed('user'),
    action: 'sign-in',
    entity: 'user',
    entityId: of.userId,
    before: null,
    after: { opened_by: 'password' },
  })
  return enter(trx, { ...of, openedBy: 'password' })
}

/** Skips the query for impossible names. */
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
