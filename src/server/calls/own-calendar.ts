import { makeOwnCalendar, ownCalendar, removeOwnCalendar } from '../../accounts/calendar/own-calendar.ts'
import { ownCalendarPath } from '../../domain/account/own-calendar-address.ts'
import type { Handlers } from './asked.ts'

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
