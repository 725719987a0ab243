import { type Static, Type } from 'typebox'
import { call } from '../call.ts'
import { Day, Moment, OptionalMoment } from '../common.ts'
import { ErrorBody } from '../endpoint.ts'

const TAG = 'Staff: audit log'
const Fields = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])
const Word = Type.String({ maxLength: 100 })

export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Moment,
  actor: Type.Object({
    uid: Type.Union([Type.Integer(), Type.Null()]),
    name: Type.String({ description: 'of the account if it still exists, otherwise the role or the token' }),
    by: Type.String(),
  }),
  action: Type.String(),
  entity: Type.String(),
  entity_id: Type.String(),
  /** Its current name, or the last one it had. Null if it never had one. */
  entity_name: Type.Union([Type.String(), Type.Null()]),
  /** The changed fields. Null for a new object. */
  before: Fields,
  after: Fields,
  request_id: Type.Union([Type.String(), Type.Null()]),
})
export type AuditEntry = Static<typeof AuditEntry>

export const AuditQuery = Type.Object({
  who: Type.Optional(
    Type.String({ maxLength: 100, description: 'the number of an account, or part of a name' }),
  ),
  entity: Type.Optional(Word),
  entity_id: Type.Optional(Word),
  action: Type.Optional(Word),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'words in the changed fields' })),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})
export type AuditQuery = Static<typeof AuditQuery>

export const auditCalls = {
  'GET /api/admin/audit': call({
    summary: 'Who changed what and when, newest first',
    tag: TAG,
    access: 'see-audit-log',
    cost: 'query',
    query: Type.Object({
      ...AuditQuery.properties,
      before: Type.Optional(
        Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'older than this entry' }),
      ),
    }),
    answer: Type.Object({
      data: Type.Array(AuditEntry),
      /** Names of what the changed fields refer to, such as `severity 17`. */
      names: Type.Record(Type.String(), Type.String()),
      /** Pass as `before` for the next page. Null if there is nothing older. */
      older: Type.Union([Type.Integer(), Type.Null()]),
      /** How far back the search went. Null if it covered everything. */
      looked_back_to: OptionalMoment,
    }),
  }),
  'GET /api/admin/audit/choices': call({
    summary: 'Filters of the audit log',
    tag: TAG,
    access: 'see-audit-log',
    cost: 'query',
    answer: Type.Object({
      data: Type.Object({ entities: Type.Array(Type.String()), actions: Type.Array(Type.String()) }),
    }),
  }),
}

export const auditCsvResponses = {
  200: {
    description: 'A row for each entry, newest first (RFC 4180).',
    content: { 'text/csv': { schema: Type.String() } },
  },
  '4xx': ErrorBody,
  503: ErrorBody,
}
