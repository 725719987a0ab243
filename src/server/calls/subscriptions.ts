import { Fault } from '../faults.ts'
import type { Handlers } from './asked.ts'

export const subscriptionHandlers: Handlers<
  | 'POST /api/subscriptions'
  | 'POST /api/subscribe'
  | 'POST /api/user_notifications'
  | 'POST /api/notification_manage_subscription'
  | 'POST /api/subscriptions/dry-run'
> = {
  'POST /api/subscriptions': async () => {
    throw new Fault('not-found')
  },
  'POST /api/subscribe': async () => {
    throw new Fault('not-found')
  },
  'POST /api/user_notifications': async () => {
    throw new Fault('not-found')
  },
  'POST /api/notification_manage_subscription': async () => {
    throw new Fault('not-found')
  },
  'POST /api/subscriptions/dry-run': async () => {
    throw new Fault('not-found')
  },
}
