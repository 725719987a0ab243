import { pausedWays } from '../../../delivery/reports/delivery-summary.ts'
import { listSentPublications } from '../../../delivery/reports/sent-publications.ts'
import type { V1Handlers } from './v1-asked.ts'

export const v1WatchingHandlers: V1Handlers<'GET /api/v1/me' | 'GET /api/v1/deliveries'> = {
  'GET /api/v1/me': async ({ token: { name, scopes, expiresAt } }) => ({
    data: { name, scopes: [...scopes], expires_at: expiresAt?.toISOString() ?? null },
  }),

  'GET /api/v1/deliveries': async ({ context }) => ({
    data: await listSentPublications(context.delivery),
    paused: await pausedWays(context.delivery),
  }),
}
