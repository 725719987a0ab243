import { Fault } from '../faults.ts'
import type { Handlers } from './asked.ts'

export const sessionHandlers: Handlers<
  | 'POST /api/user/before-login'
  | 'POST /api/user/login'
  | 'POST /user/logout'
  | 'POST /api/user/details'
  | 'POST /api/user/activity'
  | 'POST /api/validate-email'
  | 'POST /api/user/register'
> = {
  'POST /api/user/before-login': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/login': async () => {
    throw new Fault('not-found')
  },
  'POST /user/logout': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/details': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/activity': async () => {
    throw new Fault('not-found')
  },
  'POST /api/validate-email': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/register': async () => {
    throw new Fault('not-found')
  },
}
