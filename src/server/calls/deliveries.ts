import { Fault } from '../faults.ts'
import type { Handlers } from './asked.ts'

export const deliveryHandlers: Handlers<
  | 'GET /api/admin/records/:id/recipients'
  | 'GET /api/admin/deliveries'
  | 'GET /api/admin/deliveries/publications/:id'
  | 'GET /api/admin/deliveries/dead'
  | 'POST /api/admin/deliveries/retry'
> = {
  'GET /api/admin/records/:id/recipients': async () => {
    throw new Fault('not-found')
  },
  'GET /api/admin/deliveries': async () => {
    throw new Fault('not-found')
  },
  'GET /api/admin/deliveries/publications/:id': async () => {
    throw new Fault('not-found')
  },
  'GET /api/admin/deliveries/dead': async () => {
    throw new Fault('not-found')
  },
  'POST /api/admin/deliveries/retry': async () => {
    throw new Fault('not-found')
  },
}
