import { makeOwnCalendar, ownCalendar, removeOwnCalendar } from '../../accounts/calendar/own-calendar.ts'
import { accountData } from '../../accounts/own-account/account-data.ts'
import { accountSettings } from '../../accounts/own-account/account-settings.ts'
import { changeEmail } from '../../accounts/own-account/change-email.ts'
import { changePassword } from '../../accounts/own-account/change-password.ts'
import { changeTimeZone } from '../../accounts/own-account/change-time-zone.ts'
import { deleteAccount } from '../../accounts/own-account/delete-account.ts'
import { endOwnSessions, ownSessions } from '../../accounts/own-account/own-sessions.ts'
import { ownCalendarPath } from '../../domain/account/own-calendar-address.ts'
import { clearedSessionCookies } from '../../domain/account/session-cookies.ts'
import { type AccountContext, heldEdition } from '../context.ts'
import { Fault, throttledFault } from '../http/faults.ts'
import { browserOf, type Handlers, wrongFields } from './asked.ts'
import { sendEntrance } from './send-session.ts'

export const ownAccountHandlers: Handlers<
  | 'GET /api/user/:uid/settings'
  | 'POST /api/user/:uid/password'
  | 'POST /api/user/:uid/email'
  | 'POST /api/user/:uid/timezone'
  | 'GET /api/user/:uid/sessions'
  | 'POST /api/user/:uid/sessions/end'
  | 'GET /api/user/:uid/data'
  | 'POST /api/user/:uid/delete'
> = {
  'GET /api/user/:uid/settings': async ({ context, viewer }) => settingsOf(context, viewer.uid),

  'POST /api/user/:uid/password': async ({ context, input, viewer, request, reply }) => {
    const { provider } = heldEdition(context).edition.site
    const { current, pass } = input
    const asked = {
      viewer,
      current,
      pass,
      browser: browserOf(context, request),
      provider,
      now: context.clock(),
    }
    const outcome = await changePassword(context.accounts.desk, asked)
    switch (outcome.kind) {
      case 'changed':
        return sendEntrance(context, reply, outcome)
      case 'refused':
        throw wrongFields(outcome.errors)
      case 'staff':
        throw new Fault('not-allowed', { message: `${STAFF} It has no password here.` })
      case 'throttled':
        throw throttledFault(outcome)
    }
  },

  'POST /api/user/:uid/email': async ({ context, input, viewer, request }) => {
    const { provider } = heldEdition(context).edition.site
    const { email, pass } = input
    const { address } = browserOf(context, request)
    const asked = { viewer, email, pass, address, provider, now: context.clock() }
    const outcome = await changeEmail(context.accounts.desk, asked)
    switch (outcome.kind) {
      case 'asked': {
        const message = `We sent a link to ${outcome.email}. Your email address changes once you confirm it there.`
        return { data: { message } }
      }
      case 'refused':
        throw wrongFields(outcome.errors)
      case 'staff':
        throw new Fault('not-allowed', { message: `${STAFF} Change your email address there.` })
      case 'throttled':
        throw throttledFault(outcome)
    }
  },

  'POST /api/user/:uid/timezone': async ({ context, input, viewer }) => {
    const asked = { userId: viewer.uid, timezone: input.timezone }
    const outcome = await changeTimeZone(context.accounts.desk, asked)
    if (outcome === 'unknown-zone') throw wrongFields({ timezone: 'Unknown time zone' })
    return settingsOf(context, viewer.uid)
  },

  'GET /api/user/:uid/sessions': async ({ context, viewer }) => ({
    data: await ownSessions(context.accounts.desk, { viewer, now: context.clock() }),
  }),

  'POST /api/user/:uid/sessions/end': async ({ context, input, viewer, request }) => {
    const { desk } = context.accounts
    const { deviceToken } = browserOf(context, request)
    const outcome = await endOwnSessions(desk, { viewer, id: input.id, deviceToken })
    if (outcome === 'own-session') throw new Fault('wrong-input', { message: OWN_SESSION })
    return { data: await ownSessions(desk, { viewer, now: context.clock() }) }
  },

  'GET /api/user/:uid/data': async ({ context, viewer, reply }) => {
    const data = await accountData(context.accounts.desk, { userId: viewer.uid, now: context.clock() })
    reply
      .header('content-disposition', `attachment; filename="candor-account-${viewer.uid}.json"`)
      .serializer((value: unknown) => JSON.stringify(value, null, 2))
      .type('application/json; charset=utf-8')
    return data
  },

  'POST /api/user/:uid/delete': async ({ context, input, viewer, reply }) => {
    const asked = { viewer, pass: input.pass, now: context.clock() }
    const outcome = await deleteAccount(context.accounts.desk, asked)
    switch (outcome.kind) {
      case 'deleted':
        reply.header('set-cookie', clearedSessionCookies({ isSecure: context.config.isHttps }))
        return null
      case 'refused':
        throw wrongFields(outcome.errors)
      case 'throttled':
        throw throttledFault(outcome)
    }
  },
}

const STAFF = 'Your account signs in with Employee login.'
const OWN_SESSION = 'This is your current session. Sign out to end it.'

async function settingsOf(context: AccountContext, userId: number) {
  const data = await accountSettings(context.accounts.desk, { userId, now: context.clock() })
  if (data === undefined) throw new Fault('not-signed-in')
  return { data }
}

export const ownCalendarHandlers: Handlers<
  'GET /api/user/:uid/calendar' | 'POST /api/user/:uid/calendar' | 'POST /api/user/:uid/calendar/remove'
> = {
  'GET /api/user/:uid/calendar': async ({ context, viewer }) => {
    const { createdAt } = await ownCalendar(context.accounts.desk, viewer.uid)
    return { data: { created_at: createdAt?.toISOString() ?? null, url: null } }
  },

  'POST /api/user/:uid/calendar': async ({ context, viewer }) => {
    const now = context.clock()
    const { secret } = await makeOwnCalendar(context.accounts.desk, { userId: viewer.uid, now })
    const url = `${context.config.publicUrl}${ownCalendarPath(secret)}`
    return { data: { created_at: now.toISOString(), url } }
  },

  'POST /api/user/:uid/calendar/remove': async ({ context, viewer }) => {
    await removeOwnCalendar(context.accounts.desk, viewer.uid)
    return { data: { created_at: null, url: null } }
  },
}
