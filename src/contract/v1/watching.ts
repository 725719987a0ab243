import { Type } from 'typebox'
import { SCOPES } from '../../domain/access.ts'
import { OptionalMoment } from '../common.ts'
import { listSentPublications } from '../deliveries.ts'
import { v1Call } from './v1-call.ts'

export const v1WatchingCalls = {
  'GET /api/v1/me': v1Call({
    summary: 'The token that asks',
    tag: 'Automation: tokens',
    access: 'token:any',
    answer: Type.Object({
      data: Type.Object({
        name: Type.String(),
        scopes: Type.Array(Type.Enum(SCOPES)),
        expires_at: OptionalMoment,
      }),
    }),
  }),
  'GET /api/v1/deliveries': v1Call({
    summary: 'The latest publications with the progress of their messages',
    tag: 'Automation: deliveries',
    access: 'token:deliveries:read',
    cost: 'query',
    answer: listSentPublications.answer,
  }),
}
