import { Fault } from '../faults.ts'
import type { Handlers } from './asked.ts'

export const tokenHandlers: Handlers<
  | 'POST /api/resend/verification'
  | 'POST /api/user/verify'
  | 'POST /api/user/password'
  | 'POST /api/user/password/reset'
  | 'POST /api/user/email/confirm'
> = {
  'POST /api/resend/verification': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/verify': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/password': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/password/reset': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/email/confirm': async () => {
    throw new Fault('not-found')
  },
}
