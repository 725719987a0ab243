import { type Static, Type } from 'typebox'
import { CHANNEL_KINDS } from '../../domain/notifying/channel.ts'
import { READ_PAGES } from '../../domain/reading/read-page.ts'
import { call } from '../call.ts'
import { Day, Moment } from '../common.ts'

const Count = Type.Integer({ minimum: 0 })

const Told = Type.Object({
  publication: Type.Integer(),
  record: Type.Integer(),
  title: Type.String(),
  news: Type.String(),
  published_at: Moment,
  messages: Count,
  /** From publication to the last message, excluding daily digests. */
  seconds: Type.Number({ minimum: 0 }),
})

export const AdminFigures = Type.Object({
  from: Day,
  to: Day,
  /** By day of publication. Days without publications have no row. */
  messages: Type.Array(
    Type.Object({
      day: Day,
      kind: Type.Enum(CHANNEL_KINDS),
      sent: Count,
      waiting: Count,
      suppressed: Count,
      dead: Count,
    }),
  ),
  publications: Type.Array(Type.Object({ day: Day, told: Count, silent: Count })),
  /** Newest first. */
  told: Type.Array(Told),
  failures: Type.Array(
    Type.Object({
      reason: Type.String(),
      kind: Type.Enum(CHANNEL_KINDS),
      is_given_up: Type.Boolean(),
      count: Count,
    }),
  ),
  are_failures_cut: Type.Boolean(),
  reads: Type.Array(Type.Object({ day: Day, page: Type.Enum(READ_PAGES), reads: Count })),
})
export type AdminFigures = Static<typeof AdminFigures>

export const figureCalls = {
  'GET /api/admin/figures': call({
    summary: 'Messages sent and page views, by day in UTC',
    tag: 'Staff: figures',
    access: 'see-deliveries',
    cost: 'query',
    query: Type.Object({
      days: Type.Optional(Type.Union([Type.Literal(7), Type.Literal(30), Type.Literal(90)])),
    }),
    answer: Type.Object({ data: AdminFigures }),
  }),
}
