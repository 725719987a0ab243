import { enterByStaffLink } from '../../accounts/staff-link/enter-by-staff-link.ts'
import { Fault } from '../http/faults.ts'
import { browserOf, type Handlers } from './asked.ts'

import { sendSession } from './send-session.ts'

export const staffLinkHandlers: Handlers<'POST /api/user/staff-link'> = {
  'POST /api/user/staff-link': async ({ context, input: { token }, request, reply }) => {
    const { accounts, clock } = context
    const browser = browserOf(context, request)
    const entered = await enterByStaffLink(accounts.desk.db, { token, browser, now: clock() })
    if (entered.kind === 'refused') throw new Fault('wrong-input', { message: LINK_IS_OVER })
    return sendSession(context, reply, { user: entered, tokens: entered.tokens })
  },
}

const LINK_IS_OVER = 'This link was already used or has expired. Create a new one on the server.'
