import { pausedWays } from '../../../delivery/reports/delivery-summary.ts'
import { listSentPublications } from '../../../delivery/reports/sent-publications.ts'
import { instantOf, NO_INSTANT } from '../../../domain/time.ts'
import { listV1Records, placeOfCursor } from '../../../publishing/automation/list-v1-records.ts'
import { wrongFields } from '../asked.ts'
import { recordForProgram, type V1Handlers } from './v1-asked.ts'

export const v1ReadHandlers: V1Handlers<
  'GET /api/v1/records' | 'GET /api/v1/records/:id' | 'GET /api/v1/me' | 'GET /api/v1/deliveries'
> = {
  'GET /api/v1/records': async ({ context, input, token }) => {
    const { updated_since: since, cursor, limit, kind, state, cloud } = input
    const updatedSince = since === undefined ? undefined : instantOf(since)
    if (since !== undefined && updatedSince === undefined) throw wrongFields({ updated_since: NO_INSTANT })
    const after = cursor === undefined ? undefined : placeOfCursor(cursor)
    if (cursor !== undefined && after === undefined) throw wrongFields({ cursor: 'Invalid cursor.' })
    const { db } = context.newsroom
    const { publicUrl } = context.config
    return listV1Records(db, {
      kind,
      state,
      cloud,
      updatedSince,
      after,
      rows: limit,
      publicUrl,
      limit: token.limit,
    })
  },

  'GET /api/v1/records/:id': (asked) => recordForProgram(asked, { id: asked.input.id }),

  'GET /api/v1/me': async ({ token: { name, scopes, expiresAt } }) => ({
    data: { name, scopes: [...scopes], expires_at: expiresAt?.toISOString() ?? null },
  }),

  'GET /api/v1/deliveries': async ({ context }) => ({
    data: await listSentPublications(context.delivery),
    paused: await pausedWays(context.delivery),
  }),
}
