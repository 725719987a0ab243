import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Transaction } from 'kysely'
import type { OwnSecondFactor } from '../../contract/second-factor.ts'
import { type AccountMailKind, queueAccountMail } from '../../db/account-mails.ts'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { findOwnAccount, holdAddress, holdPassword } from '../../db/own-account.ts'
import {
  deleteApp,
  deletePasskey,
  deleteSecondFactor,
  factorsOf,
  findSetup,
  insertPasskey,
  passkeysOf,
  putApp,
  putSetup,
  readSecondFactor,
  replaceRecoveryCodes,
  takeSetup,
} from '../../db/second-factor.ts'
import { endOtherSessions } from '../../db/sessions.ts'
import {
  codeProblem,
  type FieldErrors,
  type Provider,
  WRONG_CODE,
} from '../../domain/account/account-forms.ts'
import { isStaffAccount } from '../../domain/account/staff-address.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import { actorNamed } from '../../domain/actor.ts'
import { tidyTyped } from '../../domain/tidy-typed.ts'
import type { AccountsDesk } from '../accounts.ts'
import { checkOwnPassword, WRONG_PASSWORD } from '../own-account/check-own-password.ts'
import { refundAttempt, type Throttled, takeAttempt } from '../throttle/throttle.ts'
import type { SignedInViewer } from '../viewer.ts'
import { newAppSecret, openAppSecret, sealAppSecret } from './app-secret.ts'
import { createdPasskey, creationOptions, type PasskeySite } from './passkey-ceremony.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

export type SecondFactorRefusal =
  | { kind: 'refused'; errors: FieldErrors<'pass' | 'code' | 'name'> }
  | { kind: 'setup-over' }
  | { kind: 'wrong-passkey' }
  | { kind: 'too-many-passkeys' }
  | { kind: 'off' }
  | { kind: 'staff' }
  | Throttled

export type SecondFactorChange =
  | { kind: 'changed'; secondFactor: OwnSecondFactor['data'] }
  | SecondFactorRefusal

const SETUP_LIVES_MS = 30 * 60_000
const MOST_PASSKEYS = 20
const LONGEST_NAME = 60
const VERIFY_FIRST = 'Please verify your email address first'

export interface OwnChange {
  viewer: SignedInViewer
  provider: Provider
  now: Date
}
type ByPassword = OwnChange & { pass: string }

export async function ownSecondFactor(
  { db }: AccountsDesk,
  { userId, newCodes = null }: { userId: number; newCodes?: string[] | null },
): Promise<OwnSecondFactor['data']> {
  const { app, passkeys, codes } = await readSecondFactor(db, userId)
  return {
    is_on: app !== undefined || passkeys.length > 0,
    app: app === undefined ? null : { added_at: app.created_at.toISOString() },
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      added_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    recovery_codes: codes.total === 0 ? null : { total: codes.total, left: codes.total - codes.used },
    new_codes: newCodes,
  }
}

export async function startApp(
  desk: AccountsDesk,
  of: ByPassword,
): Promise<{ kind: 'started'; secret: Buffer; accountName: string } | SecondFactorRefusal> {
  const secret = newAppSecret()
  const outcome = await withPassword(desk, of, async (trx, account) => {
    const sealed = sealAppSecret(desk.vault, secret, { setupIn: of.viewer.sessionId })
    await putSetup(trx, { ...setupOf(of), kind: 'app', secret: sealed })
    return account
  })
  if (outcome.kind !== 'done') return outcome
  return { kind: 'started', secret, accountName: outcome.value.email ?? '' }
}

export async function confirmApp(
  desk: AccountsDesk,
  of: OwnChange & { code: string },
): Promise<SecondFactorChange> {
  const { db, vault } = desk
  const { viewer, now } = of
  const { sessionId, uid: userId } = viewer
  const problem = codeProblem(of.code)
  if (problem !== undefined) return { kind: 'refused', errors: { code: problem } }
  const attempt = { limit: THROTTLE_LIMITS.setupCodesPerSession, subject: String(sessionId), now }
  const verdict = await takeAttempt(db, attempt)
  if (verdict.kind === 'throttled') return verdict
  const setup = await findSetup(db, { sessionId, kind: 'app', now })
  const secret = setup === undefined ? undefined : openAppSecret(vault, setup, { setupIn: sessionId })
  if (setup === undefined || secret === undefined) return { kind: 'setup-over' }
  const step = stepOfCode(secret, of.code.replace(/\s/g, ''), now)
  if (step === undefined) return { kind: 'refused', errors: { code: WRONG_CODE } }
  await refundAttempt(db, attempt)
  return addFactor(desk, of, { what: 'app' }, async (trx) => {
    if (!(await takeSetup(trx, { sessionId, kind: 'app', secret: setup }))) return { kind: 'setup-over' }
    await putApp(trx, { userId, secret: sealAppSecret(vault, secret, { userId }), step, now })
    return undefined
  })
}

export async function startPasskey(
  desk: AccountsDesk,
  of: ByPassword & { site: PasskeySite },
): Promise<{ kind: 'started'; options: PublicKeyCredentialCreationOptionsJSON } | SecondFactorRefusal> {
  const userId = of.viewer.uid
  const passkeys = await passkeysOf(desk.db, userId)
  if (passkeys.length >= MOST_PASSKEYS) return { kind: 'too-many-passkeys' }
  const account = await findOwnAccount(desk.db, { userId, now: of.now })
  const options = await creationOptions(of.site, { userId, accountName: account?.email ?? '', passkeys })
  const outcome = await withPassword(desk, of, async (trx) =>
    putSetup(trx, { ...setupOf(of), kind: 'passkey', secret: options.challenge }),
  )
  return outcome.kind === 'done' ? { kind: 'started', options } : outcome
}

export async function addPasskey(
  desk: AccountsDesk,
  of: OwnChange & { name: string; response: RegistrationResponseJSON; site: PasskeySite },
): Promise<SecondFactorChange> {
  const { viewer, now } = of
  const { sessionId, uid: userId } = viewer
  const name = tidyTyped(of.name, LONGEST_NAME)
  if (name === '') return { kind: 'refused', errors: { name: 'Please enter a name' } }
  const challenge = await findSetup(desk.db, { sessionId, kind: 'passkey', now })
  // The challenge is used up, whether or not the answer is right.
  const isTaken =
    challenge !== undefined && (await takeSetup(desk.db, { sessionId, kind: 'passkey', secret: challenge }))
  if (!isTaken) return { kind: 'setup-over' }
  const created = await createdPasskey(of.site, { response: of.response, challenge })
  if (created === undefined) return { kind: 'wrong-passkey' }
  return addFactor(desk, of, { what: 'passkey', name }, async (trx) =>
    (await insertPasskey(trx, { ...created, name, userId, now })) ? undefined : { kind: 'wrong-passkey' },
  )
}

export function removeApp(desk: AccountsDesk, of: ByPassword): Promise<SecondFactorChange> {
  return removeFactor(desk, of, { what: 'app' }, (trx) => deleteApp(trx, of.viewer.uid))
}

export function removePasskey(
  desk: AccountsDesk,
  of: ByPassword & { id: number },
): Promise<SecondFactorChange> {
  const passkey = { userId: of.viewer.uid, id: of.id }
  return removeFactor(desk, of, { what: 'passkey' }, (trx) => deletePasskey(trx, passkey))
}

export function turnOff(desk: AccountsDesk, of: ByPassword): Promise<SecondFactorChange> {
  return removeFactor(desk, of, { what: 'all' }, async (trx) => {
    const { hasApp, hasPasskey } = await factorsOf(trx, of.viewer.uid)
    await deleteSecondFactor(trx, of.viewer.uid)
    return hasApp || hasPasskey
  })
}

export async function renewRecoveryCodes(desk: AccountsDesk, of: ByPassword): Promise<SecondFactorChange> {
  const userId = of.viewer.uid
  const outcome = await withPassword(desk, of, async (trx, { email }) => {
    const { hasApp, hasPasskey } = await factorsOf(trx, userId)
    if (!hasApp && !hasPasskey) return undefined
    const codes = await giveRecoveryCodes(trx, { userId, now: of.now })
    await mailAndAudit(trx, {
      ...of,
      userId,
      email,
      mail: 'two-step-changed',
      action: 'new-recovery-codes',
      after: null,
    })
    return codes
  })
  if (outcome.kind !== 'done') return outcome
  return outcome.value === undefined ? { kind: 'off' } : changed(desk, userId, outcome.value)
}

async function addFactor(
  desk: AccountsDesk,
  { viewer, now }: OwnChange,
  after: Record<string, string>,
  add: (trx: Transaction<DB>) => Promise<SecondFactorRefusal | undefined>,
): Promise<SecondFactorChange> {
  const userId = viewer.uid
  const added = await desk.db.transaction().execute(async (trx) => {
    const email = await holdAddress(trx, userId)
    if (email === undefined) return { kind: 'setup-over' } as const
    const before = await factorsOf(trx, userId)
    const refused = await add(trx)
    if (refused !== undefined) return refused
    const isFirst = !before.hasApp && !before.hasPasskey
    const codes = isFirst ? await giveRecoveryCodes(trx, { userId, now }) : null
    // Anyone who got in with the password alone must not stay.
    if (isFirst) await endOtherSessions(trx, { userId, but: viewer.sessionId })
    const mail = isFirst ? 'two-step-on' : 'two-step-changed'
    await mailAndAudit(trx, { userId, email, now, mail, action: 'add-second-factor', after })
    return { kind: 'added', codes } as const
  })
  return added.kind === 'added' ? changed(desk, userId, added.codes) : added
}

async function removeFactor(
  desk: AccountsDesk,
  of: ByPassword,
  before: Record<string, string>,
  remove: (trx: Transaction<DB>) => Promise<boolean>,
): Promise<SecondFactorChange> {
  const userId = of.viewer.uid
  const outcome = await withPassword(desk, of, async (trx, { email }) => {
    const isRemoved = await remove(trx)
    if (!isRemoved) return
    const { hasApp, hasPasskey } = await factorsOf(trx, userId)
    const isOff = !hasApp && !hasPasskey
    if (isOff) await deleteSecondFactor(trx, userId)
    const mail = isOff ? 'two-step-off' : 'two-step-changed'
    await mailAndAudit(trx, { ...of, userId, email, mail, action: 'remove-second-factor', before })
  })
  return outcome.kind === 'done' ? changed(desk, userId, null) : outcome
}

async function withPassword<T>(
  desk: AccountsDesk,
  { viewer, pass, provider, now }: ByPassword,
  change: (trx: Transaction<DB>, account: { email: string | null }) => Promise<T>,
): Promise<{ kind: 'done'; value: T } | SecondFactorRefusal> {
  const { db } = desk
  const userId = viewer.uid
  const account = await findOwnAccount(db, { userId, now })
  if (account === undefined || account.oidc_issuer !== null) return { kind: 'staff' }
  if (isStaffAccount(account, provider.staff_domains)) return { kind: 'staff' }
  // Otherwise a stranger could sign up with this address and lock its owner out, or flood them with mails about
  // changes.
  if (account.email_verified_at === null) return { kind: 'refused', errors: { pass: VERIFY_FIRST } }
  const { password_hash: hash } = account
  const check = await checkOwnPassword(desk, { sessionId: viewer.sessionId, hash, pass, now })
  if (check.kind === 'throttled') return check
  if (check.kind === 'wrong') return { kind: 'refused', errors: { pass: check.problem } }
  return db.transaction().execute(async (trx) => {
    const isStillRight = await holdPassword(trx, { userId, hash: hash ?? '' })
    if (!isStillRight) return { kind: 'refused', errors: { pass: WRONG_PASSWORD } } as const
    return { kind: 'done', value: await change(trx, account) } as const
  })
}

function setupOf({ viewer, now }: OwnChange) {
  const expiresAt = new Date(now.getTime() + SETUP_LIVES_MS)
  return { sessionId: viewer.sessionId, userId: viewer.uid, expiresAt }
}

async function giveRecoveryCodes(
  trx: Transaction<DB>,
  { userId, now }: { userId: number; now: Date },
): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.flatMap((code) => recoveryCodeHash(code) ?? [])
  await replaceRecoveryCodes(trx, { userId, hashes, now })
  return codes
}

async function mailAndAudit(
  trx: Transaction<DB>,
  of: {
    userId: number
    email: string | null
    now: Date
    mail: AccountMailKind
    action: string
    before?: Record<string, string> | null
    after?: Record<string, string> | null
  },
) {
  const { userId, email, now } = of
  if (email !== null) await queueAccountMail(trx, { kind: of.mail, email, userId, now })
  await insertAudit(trx, {
    at: now,
    actor: actorNamed('user'),
    action: of.action,
    entity: 'user',
    entityId: userId,
    before: of.before ?? null,
    after: of.after ?? null,
  })
}

async function changed(
  desk: AccountsDesk,
  userId: number,
  newCodes: string[] | null,
): Promise<SecondFactorChange> {
  desk.wakeMails()
  return { kind: 'changed', secondFactor: await ownSecondFactor(desk, { userId, newCodes }) }
}
