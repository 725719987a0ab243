import { type Static, Type } from 'typebox'
import { call } from '../call.ts'
import { Moment } from '../common.ts'

const TAG = 'Deliveries'
/** In the body, because URLs are logged along the way. */
const OneAddress = Type.Object({ email: Type.String({ maxLength: 254 }) })

export const Suppression = Type.Object({
  /** Null: mail is sent to this address. */
  suppression: Type.Union([Type.Object({ reason: Type.String(), since: Moment }), Type.Null()]),
  uids: Type.Array(Type.Integer()),
})
export type Suppression = Static<typeof Suppression>

export const SuppressionGroup = Type.Object({
  reason: Type.String(),
  count: Type.Integer(),
  first: Moment,
  last: Moment,
})
export type SuppressionGroup = Static<typeof SuppressionGroup>

export const suppressionCalls = {
  'GET /api/admin/suppressions': call({
    summary: 'Suppressed addresses by reason; the hundred most frequent reasons',
    tag: TAG,
    access: 'see-deliveries',
    answer: Type.Object({ data: Type.Array(SuppressionGroup), total: Type.Integer() }),
  }),
  'POST /api/admin/suppressions/lift-many': call({
    summary: 'Allow mail again to all addresses that were suppressed for one reason, or during a period',
    tag: TAG,
    access: 'retry-deliveries',
    body: Type.Object({
      reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      from: Type.Optional(Moment),
      until: Type.Optional(Moment),
    }),
    answer: Type.Object({ data: Type.Object({ lifted: Type.Integer() }) }),
  }),
  'POST /api/admin/suppressions/find': call({
    summary: 'Whether mail to an address is suppressed, why and since when',
    tag: TAG,
    access: 'see-deliveries',
    body: OneAddress,
    answer: Type.Object({ data: Suppression }),
  }),
  'POST /api/admin/suppressions/add': call({
    summary: 'Stop all mail to an address, until staff allow it again',
    tag: TAG,
    access: 'retry-deliveries',
    body: OneAddress,
    answer: Type.Object({ data: Suppression }),
  }),
  'POST /api/admin/suppressions/lift': call({
    summary: 'Allow mail to a suppressed address again',
    tag: TAG,
    access: 'retry-deliveries',
    body: OneAddress,
    answer: Type.Object({ data: Suppression }),
  }),
}
