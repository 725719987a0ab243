import { beforeSignIn } from '../../accounts/before-sign-in.ts'
import { reportActivity } from '../../accounts/report-activity.ts'
import { signIn } from '../../accounts/sign-in.ts'
import { signOut } from '../../accounts/sign-out.ts'
import { signUp } from '../../accounts/sign-up.ts'
import { enterByStaffLink } from '../../accounts/staff-link/enter-by-staff-link.ts'
import { userDetails } from '../../accounts/user-details.ts'
import { validateEmail } from '../../accounts/validate-email.ts'
import { clearedSessionCookies, secondStepCookie } from '../../domain/account/session-cookies.ts'
import { type AccountContext, heldEdition } from '../context.ts'
import { Fault, throttledFault, throttledSignInFault } from '../http/faults.ts'
import { browserOf, type Handlers, wrongFields } from './asked.ts'
import { sendEntrance, sendSession } from './send-session.ts'

const UNRECOGNIZED = 'Sorry, unrecognized email, username or password.'
const LINK_IS_OVER = 'This link was already used or has expired. Create a new one on the server.'

export const sessionHandlers: Handlers<
  | 'POST /api/user/before-login'
  | 'POST /api/user/login'
  | 'POST /user/logout'
  | 'POST /api/user/details'
  | 'POST /api/user/activity'
  | 'POST /api/validate-email'
  | 'POST /api/user/register'
  | 'POST /api/user/staff-link'
> = {
  'POST /api/user/before-login': async ({ context, input, request }) => {
    const asked = { name: input.name, browser: browserOf(context, request), ...surroundings(context) }
    const outcome = await beforeSignIn(context.accounts.desk, asked)
    switch (outcome.kind) {
      case 'may-try':
        return { data: { message: 'success' } }
      case 'refused':
        return { data: { message: outcome.message } }
      case 'throttled':
        throw throttledSignInFault(outcome)
    }
  },

  'POST /api/user/login': async ({ context, input, request, reply }) => {
    const { name, pass } = input
    const browser = browserOf(context, request)
    const outcome = await signIn(context.accounts.desk, { name, pass, browser, ...surroundings(context) })
    if (outcome.kind !== 'signed-in' && browser.sessionToken !== undefined) {
      reply.header('set-cookie', clearedSessionCookies({ isSecure: context.config.isHttps }))
    }
    switch (outcome.kind) {
      case 'signed-in':
        return sendEntrance(context, reply, outcome)
      case 'second-step': {
        const { token, methods } = outcome.pending
        reply.header('set-cookie', secondStepCookie(token, { isSecure: context.config.isHttps }))
        return { data: { second_step: { methods } } }
      }
      case 'refused':
        throw wrongFields(outcome.errors)
      case 'unrecognized':
        throw new Fault('wrong-input', { message: UNRECOGNIZED })
      case 'throttled':
        throw throttledSignInFault(outcome)
    }
  },

  'POST /user/logout': async ({ context, input, viewer, reply }) => {
    const outcome = await signOut(context.accounts.desk, { viewer, token: input.token })
    if (outcome.kind === 'wrong-token') throw new Fault('wrong-logout-token')
    reply.header('set-cookie', clearedSessionCookies({ isSecure: context.config.isHttps }))
    return null
  },

  'POST /api/user/details': async ({ context, viewer }) => {
    const data = await userDetails(context.accounts.desk, viewer)
    if (data === undefined) throw new Fault('not-signed-in')
    return { data }
  },

  'POST /api/user/activity': async ({ context, viewer }) => {
    await reportActivity(context.accounts.desk, { viewer, now: context.clock() })
    return null
  },

  'POST /api/validate-email': async ({ context, input, request }) => {
    const asked = {
      email: input.email,
      address: browserOf(context, request).address,
      ...surroundings(context),
    }
    const outcome = await validateEmail(context.accounts.desk, asked)
    switch (outcome.kind) {
      case 'valid':
        return { data: { valid: 'true' } }
      case 'not-valid':
        return { data: { valid: 'false', message: outcome.message } }
      case 'throttled':
        throw throttledFault(outcome)
    }
  },

  'POST /api/user/register': async ({ context, input, request, reply }) => {
    const outcome = await signUp(context.accounts.desk, {
      mail: only(input.mail),
      name: input.name === undefined ? undefined : only(input.name),
      pass: only(input.pass),
      browser: browserOf(context, request),
      ...surroundings(context),
    })
    switch (outcome.kind) {
      case 'signed-up':
        return sendEntrance(context, reply, outcome)
      case 'refused':
        throw wrongFields(outcome.errors)
      case 'throttled':
        throw throttledFault(outcome)
    }
  },

  'POST /api/user/staff-link': async ({ context, input: { token }, request, reply }) => {
    const { accounts, clock } = context
    const browser = browserOf(context, request)
    const entered = await enterByStaffLink(accounts.desk.db, { token, browser, now: clock() })
    if (entered.kind === 'refused') throw new Fault('wrong-input', { message: LINK_IS_OVER })
    return sendSession(context, reply, { user: entered, tokens: entered.tokens })
  },
}

function surroundings(context: AccountContext) {
  return { provider: heldEdition(context).edition.site.provider, now: context.clock() }
}

/** The specification wraps single values. The schema guarantees exactly one. */
function only(wrapped: readonly { value: string }[]): string {
  return wrapped[0]?.value ?? ''
}
