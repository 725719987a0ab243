import { askForReset } from '../../accounts/links/ask-for-reset.ts'
import { confirmEmail } from '../../accounts/links/confirm-email.ts'
import { resendVerification } from '../../accounts/links/resend-verification.ts'
import { resetPassword } from '../../accounts/links/reset-password.ts'
import { verifyEmail } from '../../accounts/links/verify-email.ts'
import { newPasswordProblem } from '../../accounts/passwords/new-password-problem.ts'
import { EMAIL_TAKEN } from '../../accounts/sign-up.ts'
import { emailProblem } from '../../domain/account/account-forms.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import { deviceCookie } from '../../domain/account/session-cookies.ts'
import { EMAIL_VERIFIED, VERIFIED_WITHOUT_PASSWORD } from '../../domain/texts.ts'
import { heldEdition } from '../context.ts'
import { Fault, throttledFault } from '../http/faults.ts'
import { browserOf, type Handlers, wrongFields } from './asked.ts'

const VERIFIED_BEFORE = 'Your email address is already verified. There is nothing left to do.'
const DEAD_LINK = 'This link has expired or was already used. Please ask for a new one.'
const RESET_ASKED = 'If there is an account for this address, we sent a link to set a new password.'
const PASSWORD_SET = 'Your new password is set. Please sign in with it.'

export const tokenHandlers: Handlers<
  | 'POST /api/resend/verification'
  | 'POST /api/user/verify'
  | 'POST /api/user/password'
  | 'POST /api/user/password/reset'
  | 'POST /api/user/email/confirm'
> = {
  'POST /api/resend/verification': async ({ context, viewer, request }) => {
    const { address } = browserOf(context, request)
    const asked = { userId: viewer.uid, address, now: context.clock() }
    const outcome = await resendVerification(context.accounts.desk, asked)
    switch (outcome.kind) {
      case 'queued':
        return say('We sent the verification email again. Please check your inbox.')
      case 'verified-already':
        return say('Your email address is already verified.')
      case 'no-address':
        throw new Fault('not-allowed', { message: 'Your account has no email address to verify.' })
      case 'throttled':
        throw throttledFault(outcome)
    }
  },

  'POST /api/user/verify': async ({ context, input, request }) => {
    const { sessionToken } = browserOf(context, request)
    const asked = { token: input.token, sessionToken, now: context.clock() }
    const outcome = await verifyEmail(context.accounts.desk, asked)
    if (outcome === 'verified') return { data: { message: EMAIL_VERIFIED, ends_password: false } }
    if (outcome === 'verified-without-password')
      return { data: { message: VERIFIED_WITHOUT_PASSWORD, ends_password: true } }
    // The email was requested or opened twice. There is no need to request it again.
    throw new Fault('wrong-input', { message: outcome === 'dead-link' ? DEAD_LINK : VERIFIED_BEFORE })
  },

  'POST /api/user/password': async ({ context, input, request }) => {
    const { provider } = heldEdition(context).edition.site
    const email = emailAddress(input.email)
    const problem = emailProblem(input.email, provider)
    if (problem !== undefined || email === undefined) throw wrongFields({ email: problem })
    const { address } = browserOf(context, request)
    const outcome = await askForReset(context.accounts.desk, { email, address, now: context.clock() })
    if (outcome.kind === 'throttled') throw throttledFault(outcome)
    return say(RESET_ASKED)
  },

  'POST /api/user/password/reset': async ({ context, input, reply }) => {
    const problem = newPasswordProblem(input.pass)
    if (problem !== undefined) throw wrongFields({ pass: problem })
    const { provider } = heldEdition(context).edition.site
    const outcome = await resetPassword(context.accounts.desk, { ...input, provider, now: context.clock() })
    if (outcome.kind === 'dead-link') throw new Fault('wrong-input', { message: DEAD_LINK })
    reply.header('set-cookie', deviceCookie(outcome.deviceToken, { isSecure: context.config.isHttps }))
    return say(PASSWORD_SET)
  },

  'POST /api/user/email/confirm': async ({ context, input }) => {
    const { provider } = heldEdition(context).edition.site
    const asked = { token: input.token, provider, now: context.clock() }
    const outcome = await confirmEmail(context.accounts.desk, asked)
    switch (outcome) {
      case 'changed':
        return say('Your new email address is confirmed. From now on you sign in with it.')
      case 'dead-link':
        throw new Fault('wrong-input', { message: DEAD_LINK })
      case 'taken':
        throw new Fault('wrong-input', { message: `${EMAIL_TAKEN}.` })
    }
  },
}

function say(message: string) {
  return { data: { message } }
}
