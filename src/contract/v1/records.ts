import { Type } from 'typebox'
import { CloudName } from '../common.ts'
import { POST_TYPES } from '../records.ts'
import { OneRecord, Time } from './fields.ts'
import { AboutV1Record, V1_STATES, V1RecordRow } from './record.ts'
import { v1Call } from './v1-call.ts'

const TAG = 'Automation: records'

export const v1RecordCalls = {
  'GET /api/v1/records': v1Call({
    summary: 'Records of every kind and state, the latest change first',
    description: 'Follow `next_cursor` with the same filters until it is null.',
    tag: TAG,
    access: 'token:records:read',
    cost: 'query',
    query: Type.Object({
      kind: Type.Optional(Type.Enum(POST_TYPES)),
      state: Type.Optional(
        Type.Enum([...V1_STATES, 'open'] as const, { description: '`open`: published and not closed' }),
      ),
      cloud: Type.Optional(CloudName),
      updated_since: Type.Optional(Time),
      cursor: Type.Optional(
        Type.String({ maxLength: 100, description: '`next_cursor` of the previous page' }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '25 if absent' })),
    }),
    answer: Type.Object({
      data: Type.Array(V1RecordRow),
      next_cursor: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
  'GET /api/v1/records/:id': v1Call({
    summary: 'A record with its text and its updates',
    tag: TAG,
    access: 'token:records:read',
    params: OneRecord,
    answer: AboutV1Record,
  }),
}
