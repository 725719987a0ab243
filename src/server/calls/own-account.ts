import { Fault } from '../faults.ts'
import type { Handlers } from './asked.ts'

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
  'GET /api/user/:uid/settings': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/:uid/password': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/:uid/email': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/:uid/timezone': async () => {
    throw new Fault('not-found')
  },
  'GET /api/user/:uid/sessions': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/:uid/sessions/end': async () => {
    throw new Fault('not-found')
  },
  'GET /api/user/:uid/data': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/:uid/delete': async () => {
    throw new Fault('not-found')
  },
}
