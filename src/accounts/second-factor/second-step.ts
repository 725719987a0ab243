import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Transaction } from 'kysely'
import { queueAccountMail } from '../../db/account-mails.ts'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import {
  countPasskeyUse,
  endSecondStep,
  factorsOf,
  findApp,
  findSecondStep,
  holdSecondStep,
  holdSigningIn,
  insertSecondStep,
  noteLastSignIn,
  passkeysOf,
  setChallenge,
  takeAppStep,
  takeChallenge,
  takeRecoveryCode,
} from '../../db/second-factor.ts'
import { isRole, type Role } from '../../domain/access.ts'
import { codeProblem, WRONG_CODE } from '../../domain/account/account-forms.ts'
import type { SecondStepMethod } from '../../domain/account/second-step-address.ts'
import { SECOND_STEP_MAX_AGE_S } from '../../domain/account/session-cookies.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import { actorNamed } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'
import { type Browser, type Entrance, enter } from '../enter.ts'
import { noteFailedSignIn } from '../note-failed-sign-in.ts'
import { hashOfSecret, newSecret } from '../secret.ts'
import { signInAttempts } from '../sign-in-attempts.ts'
import {
  type Attempt,
  settleAttempts,
  type Throttled,
  takeAttempt,
  takeAttempts,
} from '../throttle/throttle.ts'
import { userName } from '../user-name.ts'
import { openAppSecret } from './app-secret.ts'
import { type PasskeySite, requestOptions, usedPasskey } from './passkey-ceremony.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

/** A sign-in with the right password. Only this browser has the token, and it opens nothing but the second step. */
export interface PendingSignIn {
  token: string
  methods: SecondStepMethod[]
}

/** Call in the transaction that verified the password. Undefined for accounts without a second step. */
export async function beginSecondStep(
  trx: Transaction<DB>,
  { userId, now }: { userId: number; now: Date },
): Promise<PendingSignIn | undefined> {
  const { hasApp, hasPasskey } = await factorsOf(trx, userId)
  if (!hasApp && !hasPasskey) return undefined
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + SECOND_STEP_MAX_AGE_S * 1000)
  await insertSecondStep(trx, { tokenHash: hashOfSecret(token), userId, now, expiresAt })
  return {
    token,
    methods: [...(hasApp ? (['app'] as const) : []), ...(hasPasskey ? (['passkey'] as const) : [])],
  }
}

export type SecondStepOutcome =
  | { kind: 'signed-in'; user: { uid: number; name: string; roles: Role[] }; entrance: Entrance }
  | { kind: 'expired' }
  | { kind: 'wrong-code'; problem: string }
  | { kind: 'wrong-passkey' }
  /** Only blocks guesses at the app's six digits; other methods still work. */
  | { kind: 'codes-throttled'; retryAfterS: number }
  | Throttled

interface Asked {
  token: string | undefined
  browser: Browser
  now: Date
}

export async function confirmByCode(
  desk: AccountsDesk,
  asked: Asked & { code: string },
): Promise<SecondStepOutcome> {
  const step = await findStep(desk, asked)
  if (step === undefined) return { kind: 'expired' }
  return noted(desk, { ...asked, ...step }, await tryCode(desk, { ...asked, step }))
}

async function tryCode(
  desk: AccountsDesk,
  { code, step, ...asked }: Asked & { code: string; step: FoundStep },
): Promise<SecondStepOutcome> {
  const { db, vault } = desk
  const { now } = asked
  const { userId } = step
  const recovery = recoveryCodeHash(code)
  const problem = recovery === undefined ? codeProblem(code) : undefined
  if (problem !== undefined) return { kind: 'wrong-code', problem }

  const attempts = await signInAttempts(db, { name: '', userId, browser: asked.browser, now })
  const verdict = await takeAttempts(db, attempts)
  if (verdict.kind === 'throttled') return verdict
  if (recovery !== undefined)
    return complete(desk, { ...asked, ...step, attempts, by: 'recovery-code' }, (trx) =>
      takeRecoveryCode(trx, { userId, hash: recovery, now }),
    )

  const { secondStepPerAccount, secondStepPerDay } = THROTTLE_LIMITS
  const guesses = [secondStepPerAccount, secondStepPerDay].map((limit) => ({
    limit,
    subject: String(userId),
    now,
  }))
  const guessing = await takeAttempts(db, guesses)
  if (guessing.kind === 'throttled') return { ...guessing, kind: 'codes-throttled' }
  const app = await findApp(db, userId)
  if (app === undefined) return { kind: 'wrong-code', problem: WRONG_CODE }
  const secret = openAppSecret(vault, app.secret, { userId })
  if (secret === undefined) {
    await settleAttempts(desk, { refunded: [...attempts, ...guesses] })
    return { kind: 'wrong-code', problem: CANNOT_CHECK }
  }
  const timeStep = stepOfCode(secret, code.replace(/\s/g, ''), now)
  if (timeStep === undefined) return { kind: 'wrong-code', problem: WRONG_CODE }
  return complete(desk, { ...asked, ...step, attempts: [...attempts, ...guesses], by: 'app' }, (trx) =>
    takeAppStep(trx, { userId, addedAt: app.created_at, step: timeStep }),
  )
}

const CANNOT_CHECK =
  'We can’t check codes from your app right now. Please use a passkey or a recovery code, or try again later.'

export async function secondStepOptions(
  desk: AccountsDesk,
  asked: Asked & { site: PasskeySite },
): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
  const step = await findStep(desk, asked)
  if (step === undefined) return undefined
  const options = await requestOptions(asked.site, await passkeysOf(desk.db, step.userId))
  await setChallenge(desk.db, { tokenHash: step.tokenHash, challenge: options.challenge })
  return options
}

interface AskedByPasskey extends Asked {
  response: AuthenticationResponseJSON
  site: PasskeySite
}

export async function confirmByPasskey(
  desk: AccountsDesk,
  asked: AskedByPasskey,
): Promise<SecondStepOutcome> {
  const step = await findStep(desk, asked)
  if (step === undefined) return { kind: 'expired' }
  return noted(desk, { ...asked, ...step }, await tryPasskey(desk, { ...asked, step }))
}

async function tryPasskey(
  desk: AccountsDesk,
  { response, site, step, ...asked }: AskedByPasskey & { step: FoundStep },
): Promise<SecondStepOutcome> {
  const { db } = desk
  const { now } = asked
  const { userId, tokenHash, challenge } = step
  const attempts = await signInAttempts(db, { name: '', userId, browser: asked.browser, now })
  const verdict = await takeAttempts(db, attempts)
  if (verdict.kind === 'throttled') return verdict
  const isFresh = challenge !== null && (await takeChallenge(db, { tokenHash, challenge }))
  if (!isFresh) return { kind: 'wrong-passkey' }
  const used = await usedPasskey(site, { response, challenge, passkeys: await passkeysOf(db, userId) })
  if (used === undefined) return { kind: 'wrong-passkey' }
  const { passkey, counter } = used
  return complete(desk, { ...asked, ...step, attempts, by: 'passkey' }, (trx) =>
    countPasskeyUse(trx, { id: passkey.id, from: passkey.counter, to: counter, now }),
  )
}

/** Writes failures to the audit log and warns the owner: the password was right, so a stranger may know it. */
async function noted(
  desk: AccountsDesk,
  { userId, browser, now }: Pick<FoundStep, 'userId'> & Asked,
  outcome: SecondStepOutcome,
): Promise<SecondStepOutcome> {
  const { db } = desk
  const isGuess = outcome.kind === 'wrong-code' && outcome.problem === WRONG_CODE
  const isWrong = isGuess || outcome.kind === 'wrong-passkey'
  const isThrottled = outcome.kind === 'throttled' || outcome.kind === 'codes-throttled'
  if (isWrong || isThrottled) {
    const failed = { userId, address: browser.address, by: 'password', reason: 'wrong second step' } as const
    await noteFailedSignIn(db, { ...failed, isThrottled, now })
    // A rate limit of the client's address says nothing about this account's codes.
    if (outcome.kind !== 'throttled') await countFailedStep(desk, { userId, now })
  }
  if (outcome.kind === 'signed-in') await settleAttempts(desk, { forgotten: [failedStep({ userId, now })] })
  return outcome
}

async function countFailedStep(desk: AccountsDesk, { userId, now }: { userId: number; now: Date }) {
  const verdict = await takeAttempt(desk.db, failedStep({ userId, now }))
  if (verdict.kind === 'allowed') return
  const limit = THROTTLE_LIMITS.secondStepWarnings
  const isWarned = await desk.db.transaction().execute(async (trx) => {
    const account = await holdSigningIn(trx, userId)
    if (account === undefined || account.email === null) return false
    const mayWarn = await takeAttempt(trx, { limit, subject: String(userId), now })
    if (mayWarn.kind !== 'allowed') return false
    await queueAccountMail(trx, { kind: 'second-step-failed', email: account.email, userId, now })
    return true
  })
  if (isWarned) desk.wakeMails()
}

function failedStep({ userId, now }: { userId: number; now: Date }): Attempt {
  return { limit: THROTTLE_LIMITS.secondStepsBeforeWarning, subject: String(userId), now }
}

type FoundStep = NonNullable<Awaited<ReturnType<typeof findStep>>>

async function findStep({ db }: AccountsDesk, { token, now }: Asked) {
  if (token === undefined) return undefined
  const tokenHash = hashOfSecret(token)
  const found = await findSecondStep(db, { tokenHash, now })
  return found === undefined ? undefined : { tokenHash, userId: found.user_id, challenge: found.challenge }
}

/** `use` says whether the code or passkey is still valid. It is used up in the transaction that opens the session. */
async function complete(
  desk: AccountsDesk,
  of: {
    tokenHash: Buffer
    userId: number
    browser: Browser
    now: Date
    attempts: readonly Attempt[]
    by: SecondStepMethod | 'recovery-code'
  },
  use: (trx: Transaction<DB>) => Promise<boolean>,
): Promise<SecondStepOutcome> {
  const { db } = desk
  const { userId, browser, now, by } = of
  const outcome = await db.transaction().execute(async (trx): Promise<SecondStepOutcome> => {
    const account = await holdSigningIn(trx, userId)
    if (account === undefined || !(await holdSecondStep(trx, of))) return { kind: 'expired' }
    if (!(await use(trx)))
      return by === 'passkey' ? { kind: 'wrong-passkey' } : { kind: 'wrong-code', problem: WRONG_CODE }
    await endSecondStep(trx, of)
    await noteLastSignIn(trx, { userId, at: now })
    await insertAudit(trx, {
      at: now,
      actor: actorNamed('user'),
      action: 'sign-in',
      entity: 'user',
      entityId: userId,
      before: null,
      after: { opened_by: 'password', second_step: by },
    })
    const { email } = account
    if (by === 'recovery-code' && email !== null)
      await queueAccountMail(trx, { kind: 'recovery-code-used', email, userId, now })
    const entrance = await enter(trx, { userId, openedBy: 'password', browser, now })
    const roles = account.roles.filter(isRole)
    return { kind: 'signed-in', user: { uid: userId, name: userName(account), roles }, entrance }
  })
  if (outcome.kind !== 'signed-in') return outcome
  await settleAttempts(desk, { refunded: of.attempts })
  if (by === 'recovery-code') desk.wakeMails()
  return outcome
}
