import { insertAudit } from '../db/audit.ts'
import { insertUser, isEmailTaken, isUsernameTaken } from '../db/users.ts'
import { emailProblem, type FieldErrors, type Provider } from '../domain/account/account-forms.ts'
import { emailAddress, normalized } from '../domain/account/email-address.ts'
import { THROTTLE_LIMITS } from '../domain/account/throttle-limits.ts'
import { actorNamed } from '../domain/actor.ts'
import type { AccountsDesk } from './accounts.ts'
import { type Browser, type Entrance, enter } from './enter.ts'
import { mayCauseMail, queueAskedMail } from './mails/queue-asked-mail.ts'
import { newPasswordProblem } from './passwords/new-password-problem.ts'
import { attemptsOfAddress, type Throttled, takeAttempts } from './throttle/throttle.ts'
import { USERNAME_RULE, username } from './user-name.ts'

export const EMAIL_TAKEN = 'There is already an account with this email address'
const USERNAME_TAKEN = 'There is already an account with this username'

export interface SignUpInput {
  mail: string
  /** Another name to sign in with. Absent, or equal to the address, if there is none. */
  name: string | undefined
  pass: string
  browser: Browser
  provider: Provider
  now: Date
}

export type SignUpOutcome =
  | { kind: 'signed-up'; user: { uid: number; name: string; roles: [] }; entrance: Entrance }
  | { kind: 'refused'; errors: FieldErrors<'mail' | 'name' | 'pass'> }
  | Throttled

/** creates an unverified account without roles, queues its mail and opens a session. */
export async function signUp(desk: AccountsDesk, input: SignUpInput): Promise<SignUpOutcome> {
  const { db, passwords, wakeMails } = desk
  const { browser, now } = input
  const checked = check(input)
  if (checked.kind === 'refused') return checked
  const { address } = browser
  const verdict = await takeAttempts(
    db,
    attemptsOfAddress({ limit: THROTTLE_LIMITS.signUpPerAddress, address, now }),
  )
  if (verdict.kind === 'throttled') return verdict
  const byClient = await mayCauseMail(db, { address, now })
  if (byClient.kind === 'throttled') return byClient

  const taken = await findTaken(desk, checked)
  if (taken !== undefined) return taken
  const passwordHash = await passwords.hash(input.pass)
  const opened = await db.transaction().execute(async (trx) => {
    const { email, username } = checked
    const user = await insertUser(trx, { email, username, password_hash: passwordHash, created_at: now })
    if (user === undefined) return undefined
    await insertAudit(trx, {
      at: now,
      actor: actorNamed('user'),
      action: 'sign-up',
      entity: 'user',
      entityId: user.id,
      before: null,
      after: null,
    })
    await queueAskedMail(trx, { kind: 'verify-email', email, userId: user.id, now })
    return { user, entrance: await enter(trx, { userId: user.id, openedBy: 'password', browser, now }) }
  })
  // The address or username was taken in the meantime; the unique index decides.
  if (opened === undefined) return (await findTaken(desk, checked)) ?? refusedFields({ mail: EMAIL_TAKEN })

  wakeMails()
  const name = checked.username ?? checked.email
  return { kind: 'signed-up', user: { uid: opened.user.id, name, roles: [] }, entrance: opened.entrance }
}

interface Checked {
  kind: 'checked'
  email: string
  username: string | null
}
type Refused = Extract<SignUpOutcome, { kind: 'refused' }>

function check({ mail, name, pass, provider }: SignUpInput): Checked | Refused {
  const email = emailAddress(mail)
  const isOtherName = name !== undefined && name.trim() !== '' && normalized(name) !== normalized(mail)
  const wanted = isOtherName ? username(name) : null
  const errors = {
    mail: emailProblem(mail, provider),
    name: wanted === undefined ? USERNAME_RULE : undefined,
    pass: newPasswordProblem(pass),
  }
  const isRight = Object.values(errors).every((problem) => problem === undefined)
  if (!isRight || email === undefined || wanted === undefined) return refusedFields(errors)
  return { kind: 'checked', email, username: wanted }
}

async function findTaken({ db }: AccountsDesk, { email, username }: Checked): Promise<Refused | undefined> {
  if (await isEmailTaken(db, email)) return refusedFields({ mail: EMAIL_TAKEN })
  if (username !== null && (await isUsernameTaken(db, username)))
    return refusedFields({ name: USERNAME_TAKEN })
  return undefined
}

function refusedFields(problems: Record<string, string | undefined>): Refused {
  const errors = Object.entries(problems).filter(([, problem]) => problem !== undefined)
  return { kind: 'refused', errors: Object.fromEntries(errors) }
}
