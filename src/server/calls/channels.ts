import { Fault } from '../faults.ts'
import type { Handlers } from './asked.ts'

export const channelHandlers: Handlers<
  | 'GET /api/user/:uid/channels'
  | 'POST /api/user/:uid/channels'
  | 'POST /api/user/:uid/channels/:channel'
  | 'POST /api/user/:uid/channels/:channel/test'
  | 'POST /api/user/:uid/channels/:channel/secret'
  | 'POST /api/user/:uid/channels/:channel/remove'
> = {
  'GET /api/user/:uid/channels': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/:uid/channels': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/:uid/channels/:channel': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/:uid/channels/:channel/test': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/:uid/channels/:channel/secret': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user/:uid/channels/:channel/remove': async () => {
    throw new Fault('not-found')
  },
}
