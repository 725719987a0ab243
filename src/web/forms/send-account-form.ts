import type { CallAnswer, CallInput, CallName } from '../../contract/calls.ts'
import {
  checkNewPassword,
  checkSignIn,
  checkSignUp,
  emailProblem,
  type Provider,
} from '../../domain/account/account-forms.ts'
import { type FormPath, LINK_SENT_ADDRESS } from '../../domain/account/account-pages.ts'
import type { Flash } from '../../domain/account/flash.ts'
import { secondStepAddress } from '../../domain/account/second-step-address.ts'
import type { ReadableSession } from '../../domain/account/session-cookies.ts'
import { originOf, signInAddress } from '../../domain/account/sign-in-address.ts'
import { tokenOf } from '../../domain/account/token-of.ts'
import {
  FOLLOW_CONFIRM_PATH,
  FOLLOW_MANAGE_PATH,
  FOLLOW_PATH,
  FOLLOW_REFUSE_PATH,
  followAddress,
  followAsked,
  inputOfChoice,
} from '../../domain/follow-choice.ts'
import { UNSUBSCRIBE_SCOPES, unsubscribeAddress } from '../../domain/notifying/unsubscribe-address.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import type { Fields } from '../../ui/forms/use-form.ts'

export type CallSite = <C extends CallName>(name: C, input: CallInput<C>) => Promise<CallResult<C>>

export type CallResult<C extends CallName> =
  | { kind: 'done'; answer: CallAnswer<C> }
  | ({ kind: 'refused'; status: number } & Refusal)

interface Sending {
  call: CallSite
  fields: Fields
  query: URLSearchParams
  provider: Provider
  session: ReadableSession | undefined
}

export type Sent =
  | { kind: 'done'; to: string; flash?: Flash; endsSession?: true }
  | ({ kind: 'refused'; status: number } & Refusal)

export function sendAccountForm(path: FormPath, sending: Sending): Promise<Sent> {
  return SEND[path](sending)
}

const SEND: Record<FormPath, (sending: Sending) => Promise<Sent>> = {
  '/sign-in': signIn,
  '/sign-up': signUp,
  '/sign-out': signOut,
  '/user/second-step': confirmSecondStep,
  '/user/password': askForLink,
  '/user/password/reset': resetPassword,
  '/user/verify': verifyEmail,
  '/user/email/confirm': confirmEmail,
  '/user/staff-link': useStaffLink,
  '/unsubscribe': unsubscribe,
  [FOLLOW_PATH]: follow,
  [FOLLOW_CONFIRM_PATH]: confirmFollow,
  [FOLLOW_MANAGE_PATH]: manageFollowed,
  [FOLLOW_REFUSE_PATH]: refuseFollowMails,
}

/** Without an origin, the home path leads to the default page of the selected cloud. */
async function signIn({ call, fields, query, provider }: Sending): Promise<Sent> {
  const { name = '', pass = '' } = fields
  const errors = checkSignIn({ name, pass }, provider)
  if (hasAny(errors)) return wrong(errors)
  const before = await call('POST /api/user/before-login', { name })
  if (before.kind === 'refused') return before
  const { message } = before.answer.data
  if (message !== 'success') return { kind: 'refused', status: WRONG_INPUT, message, errors: {} }
  const opened = await call('POST /api/user/login', { name, pass })
  if (opened.kind === 'refused') return opened
  const { data } = opened.answer
  if ('second_step' in data) {
    const has = data.second_step.methods
    return { kind: 'done', to: secondStepAddress({ has, isByRecoveryCode: false, origin: originOf(query) }) }
  }
  return { kind: 'done', to: originOf(query) ?? '/', flash: 'signed-in' }
}

/** Either a code from the app or a recovery code; the server can tell. */
async function confirmSecondStep({ call, fields: { code = '' }, query }: Sending): Promise<Sent> {
  if (code.trim() === '') return wrong({ code: 'Please enter the code' })
  const opened = await call('POST /api/user/second-step', { code })
  return opened.kind === 'refused' ? opened : { kind: 'done', to: originOf(query) ?? '/', flash: 'signed-in' }
}

async function signUp({ call, fields, provider }: Sending): Promise<Sent> {
  const { email = '', pass = '', confirm = '' } = fields
  const errors = checkSignUp({ email, pass, confirm }, provider)
  if (hasAny(errors)) return wrong(errors)
  const checked = await call('POST /api/validate-email', { method: 'sign-up', email })
  if (checked.kind === 'refused') return checked
  const { valid, message = 'This email address cannot be used to sign up.' } = checked.answer.data
  if (valid !== 'true') return wrong({ email: message })
  const opened = await call('POST /api/user/register', { mail: [{ value: email }], pass: [{ value: pass }] })
  if (opened.kind === 'refused') return { ...opened, errors: underEmail(opened.errors) }
  return { kind: 'done', to: '/subscribe', flash: 'signed-up' }
}

/** the reader is signed out even if the call fails. */
async function signOut({ call, session }: Sending): Promise<Sent> {
  if (session !== undefined) await call('POST /user/logout', { token: session.logout })
  return { kind: 'done', to: '/', flash: 'signed-out', endsSession: true }
}

async function askForLink({ call, fields: { email = '' } }: Sending): Promise<Sent> {
  if (email.trim() === '') return wrong({ email: 'Please enter your Email' })
  const asked = await call('POST /api/user/password', { email })
  return asked.kind === 'refused' ? asked : { kind: 'done', to: LINK_SENT_ADDRESS }
}

async function resetPassword({ call, fields, query }: Sending): Promise<Sent> {
  const { pass = '', confirm = '' } = fields
  const errors = checkNewPassword({ pass, confirm })
  if (hasAny(errors)) return wrong(errors)
  const set = await call('POST /api/user/password/reset', { token: tokenOf(query) ?? '', pass })
  return set.kind === 'refused'
    ? set
    : { kind: 'done', to: signInAddress({ notice: 'password-set' }), endsSession: true }
}

async function verifyEmail({ call, query }: Sending): Promise<Sent> {
  const verified = await call('POST /api/user/verify', { token: tokenOf(query) ?? '' })
  if (verified.kind === 'refused') return verified
  const flash = verified.answer.data.ends_password ? 'password-ended' : 'email-verified'
  return { kind: 'done', to: '/thank-you', flash }
}

async function confirmEmail({ call, query }: Sending): Promise<Sent> {
  const confirmed = await call('POST /api/user/email/confirm', { token: tokenOf(query) ?? '' })
  return confirmed.kind === 'refused'
    ? confirmed
    : { kind: 'done', to: '/account-settings', flash: 'email-changed' }
}

async function useStaffLink({ call, query }: Sending): Promise<Sent> {
  const opened = await call('POST /api/user/staff-link', { token: tokenOf(query) ?? '' })
  return opened.kind === 'refused' ? opened : { kind: 'done', to: '/admin/dashboard', flash: 'signed-in' }
}

async function unsubscribe({ call, fields, query }: Sending): Promise<Sent> {
  const from = UNSUBSCRIBE_SCOPES.find((scope) => scope === fields.from)
  if (from === undefined) return wrong({ from: 'Please choose what to unsubscribe from' })
  const left = await call('POST /api/unsubscribe', { token: tokenOf(query) ?? '', from })
  return left.kind === 'refused' ? left : { kind: 'done', to: unsubscribeAddress({ done: from }) }
}

async function follow({ call, fields, query, provider }: Sending): Promise<Sent> {
  const { email = '', later = '' } = fields
  const problem = emailProblem(email, provider)
  if (problem !== undefined) return wrong({ email: problem })
  const asked = followAsked(query)
  if (asked === undefined) return wrong({ email: 'Please choose what to follow first' })
  const choice = asked.kind === 'record' ? { ...asked, isLasting: later === '1' } : asked
  const sent = await call('POST /api/follow', { email, ...inputOfChoice(choice) })
  if (sent.kind === 'refused') return sent
  return { kind: 'done', to: followAddress(FOLLOW_PATH, choice, { notice: 'sent' }) }
}

async function confirmFollow({ call, query }: Sending): Promise<Sent> {
  const confirmed = await call('POST /api/follow/confirm', { token: tokenOf(query) ?? '' })
  if (confirmed.kind === 'refused') return confirmed
  const notice = confirmed.answer.data.state
  return { kind: 'done', to: followAddress(FOLLOW_CONFIRM_PATH, followAsked(query), { notice }) }
}

async function manageFollowed({ call, fields: { email = '' }, query, provider }: Sending): Promise<Sent> {
  const token = tokenOf(query)
  if (token !== undefined) {
    const opened = await call('POST /api/follow/manage', { token })
    return opened.kind === 'refused' ? opened : { kind: 'done', to: '/subscribe', flash: 'signed-in' }
  }
  const problem = emailProblem(email, provider)
  if (problem !== undefined) return wrong({ email: problem })
  const asked = await call('POST /api/follow/link', { email })
  return asked.kind === 'refused'
    ? asked
    : { kind: 'done', to: followAddress(FOLLOW_MANAGE_PATH, undefined, { notice: 'sent' }) }
}

async function refuseFollowMails({ call, query }: Sending): Promise<Sent> {
  const refused = await call('POST /api/follow/refuse', { token: tokenOf(query) ?? '' })
  return refused.kind === 'refused'
    ? refused
    : { kind: 'done', to: followAddress(FOLLOW_REFUSE_PATH, undefined, { notice: 'refused' }) }
}

const WRONG_INPUT = 422

function hasAny(errors: object) {
  return Object.keys(errors).length > 0
}

function wrong(errors: Readonly<Record<string, string>>): Sent {
  return { kind: 'refused', status: WRONG_INPUT, message: '', errors }
}

/** The API uses a different field name than the form. */
function underEmail({ mail, ...errors }: Readonly<Record<string, string>>) {
  return mail === undefined ? errors : { email: mail, ...errors }
}
