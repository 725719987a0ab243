import { Fault } from '../faults.ts'
import type { Handlers } from './asked.ts'

export const staffLinkHandlers: Handlers<'POST /api/user/staff-link'> = {
  'POST /api/user/staff-link': async () => {
    throw new Fault('not-found')
  },
}
