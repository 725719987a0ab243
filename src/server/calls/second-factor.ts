import type { FastifyReply } from 'fastify'
import { encode } from 'uqr'
import { base32 } from '../../accounts/second-factor/app-secret.ts'
import {
  addPasskey,
  confirmApp,
  ownSecondFactor,
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  type SecondFactorChange,
  type SecondFactorRefusal,
  startApp,
  startPasskey,
  turnOff,
} from '../../accounts/second-factor/own-second-factor.ts'
import type { PasskeySite } from '../../accounts/second-factor/passkey-ceremony.ts'
import {
  confirmByCode,
  confirmByPasskey,
  type SecondStepOutcome,
  secondStepOptions,
} from '../../accounts/second-factor/second-step.ts'
import { TOTP } from '../../accounts/second-factor/totp.ts'
import type { SignedInViewer } from '../../accounts/viewer.ts'
import type { CallName } from '../../contract/calls.ts'
import { clearedSecondStepCookie, secondStepOfCookies } from '../../domain/account/session-cookies.ts'
import { type AccountContext, heldEdition } from '../context.ts'
import { Fault, throttledCodesFault, throttledFault, throttledSignInFault } from '../http/faults.ts'
import { type Asked, browserOf, type Handlers, wrongFields } from './asked.ts'

import { sendEntrance } from './send-session.ts'

type SecondFactorCall = Extract<CallName, `${string}/api/user/${string}second-${string}`>

export const secondFactorHandlers: Handlers<SecondFactorCall> = {
  'POST /api/user/second-step': async (asked) => {
    const { context, input } = asked
    const outcome = await confirmByCode(context.accounts.desk, { code: input.code, ...signingIn(asked) })
    return answered(context, asked.reply, outcome)
  },

  'POST /api/user/second-step/passkey/options': async (asked) => {
    const { context } = asked
    const site = passkeySite(context)
    const options = await secondStepOptions(context.accounts.desk, { site, ...signingIn(asked) })
    if (options === undefined) throw expired()
    return { data: { ...options } }
  },

  'POST /api/user/second-step/passkey': async (asked) => {
    const { context, input } = asked
    const answer = { response: input.credential, site: passkeySite(context) }
    const outcome = await confirmByPasskey(context.accounts.desk, { ...answer, ...signingIn(asked) })
    return answered(context, asked.reply, outcome)
  },

  'GET /api/user/:uid/second-factor': async ({ context, viewer }) => ({
    data: await ownSecondFactor(context.accounts.desk, { userId: viewer.uid }),
  }),

  'POST /api/user/:uid/second-factor/app': async ({ context, input, viewer }) => {
    const started = await startApp(context.accounts.desk, { ...own(context, viewer), pass: input.pass })
    if (started.kind !== 'started') throw faultOf(started)
    const secret = base32(started.secret)
    const uri = otpauthUri({ secret, issuer: passkeySite(context).name, account: started.accountName })
    return { data: { secret, uri, qr: qrPath(uri) } }
  },

  'POST /api/user/:uid/second-factor/app/confirm': async ({ context, input, viewer }) =>
    changed(await confirmApp(context.accounts.desk, { ...own(context, viewer), code: input.code })),

  'POST /api/user/:uid/second-factor/app/remove': async ({ context, input, viewer }) =>
    changed(await removeApp(context.accounts.desk, { ...own(context, viewer), pass: input.pass })),

  'POST /api/user/:uid/second-factor/passkeys/options': async ({ context, input, viewer }) => {
    const asked = { ...own(context, viewer), pass: input.pass, site: passkeySite(context) }
    const started = await startPasskey(context.accounts.desk, asked)
    if (started.kind !== 'started') throw faultOf(started)
    return { data: { ...started.options } }
  },

  'POST /api/user/:uid/second-factor/passkeys': async ({ context, input, viewer }) => {
    const { name, credential: response } = input
    const asked = { ...own(context, viewer), name, response, site: passkeySite(context) }
    return changed(await addPasskey(context.accounts.desk, asked))
  },

  'POST /api/user/:uid/second-factor/passkeys/:passkey/remove': async ({ context, input, viewer }) => {
    const asked = { ...own(context, viewer), pass: input.pass, id: input.passkey }
    return changed(await removePasskey(context.accounts.desk, asked))
  },

  'POST /api/user/:uid/second-factor/recovery-codes': async ({ context, input, viewer }) =>
    changed(await renewRecoveryCodes(context.accounts.desk, { ...own(context, viewer), pass: input.pass })),

  'POST /api/user/:uid/second-factor/off': async ({ context, input, viewer }) =>
    changed(await turnOff(context.accounts.desk, { ...own(context, viewer), pass: input.pass })),
}

function signingIn({ context, request }: Pick<Asked<SecondFactorCall>, 'context' | 'request'>) {
  const token = secondStepOfCookies(request.headers.cookie ?? '', { isSecure: context.config.isHttps })
  return { token, browser: browserOf(context, request), now: context.clock() }
}

function own(context: AccountContext, viewer: SignedInViewer) {
  return { viewer, provider: heldEdition(context).edition.site.provider, now: context.clock() }
}

function passkeySite(context: AccountContext): PasskeySite {
  const { provider } = heldEdition(context).edition.site
  return { publicUrl: context.config.publicUrl, name: `${provider.name} Trust` }
}

function answered(context: AccountContext, reply: FastifyReply, outcome: SecondStepOutcome) {
  switch (outcome.kind) {
    case 'signed-in': {
      const opened = sendEntrance(context, reply, outcome)
      reply.header('set-cookie', clearedSecondStepCookie({ isSecure: context.config.isHttps }))
      return opened
    }
    case 'expired':
      throw expired()
    case 'wrong-code':
      throw wrongFields({ code: outcome.problem })
    case 'wrong-passkey':
      throw new Fault('wrong-input', { message: WRONG_PASSKEY })
    case 'codes-throttled':
      throw throttledCodesFault(outcome)
    case 'throttled':
      throw throttledSignInFault(outcome)
  }
}

const WRONG_PASSKEY = 'This passkey didn’t work. Try again, or sign in another way.'

function expired() {
  return new Fault('wrong-input', {
    message: 'This sign-in has expired. Please <a href="/sign-in">sign in again</a>.',
  })
}

function changed(outcome: SecondFactorChange) {
  if (outcome.kind === 'changed') return { data: outcome.secondFactor }
  throw faultOf(outcome)
}

function faultOf(refusal: SecondFactorRefusal): Fault {
  switch (refusal.kind) {
    case 'refused':
      return wrongFields(refusal.errors)
    case 'throttled':
      return throttledFault(refusal)
    case 'staff':
      return new Fault('not-allowed', {
        message: 'Your account signs in with Employee login. Set up its second step there.',
      })
    case 'setup-over':
      return new Fault('wrong-input', {
        message: 'This took too long or was restarted. Please start again.',
      })
    case 'wrong-passkey':
      return new Fault('wrong-input', { message: 'This passkey could not be added. Please try again.' })
    case 'too-many-passkeys':
      return new Fault('wrong-input', { message: 'You have 20 passkeys. Remove one before you add another.' })
    case 'off':
      return new Fault('wrong-input', {
        message: 'Two-step sign-in is off. Add an authenticator app or a passkey first.',
      })
  }
}

function otpauthUri({ secret, issuer, account }: { secret: string; issuer: string; account: string }) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const rest = `secret=${secret}&issuer=${encodeURIComponent(issuer)}`
  return `otpauth://totp/${label}?${rest}&algorithm=SHA1&digits=${TOTP.digits}&period=${TOTP.stepS}`
}

function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 0 })
  const rows = data.map((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ]
      .map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`)
      .join(''),
  )
  return { size, path: rows.join('') }
}
