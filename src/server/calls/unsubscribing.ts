import { Fault } from '../faults.ts'
import type { Handlers } from './asked.ts'

export const unsubscribingHandlers: Handlers<'POST /api/unsubscribe/about' | 'POST /api/unsubscribe'> = {
  'POST /api/unsubscribe/about': async () => {
    throw new Fault('not-found')
  },
  'POST /api/unsubscribe': async () => {
    throw new Fault('not-found')
  },
}
