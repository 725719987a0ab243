import { type Static, Type } from 'typebox'
import { InOrder, OfRow, Retirable, Words } from './fields.ts'
import { nounCalls, orderCall, retireCalls } from './noun-calls.ts'

const values = Type.Object({
  name: Words(60),
  class: Words(60),
  icon: Words(60),
  is_closed: Type.Boolean(),
})
export type StatusValues = Static<typeof values>

/**
 * `is_fixed`: part of the specification. Rules depend on its ID, name and class, so these can't change, and it can't be
 * removed.
 */
const row = Type.Object({
  ...OfRow,
  ...InOrder,
  ...Retirable,
  is_fixed: Type.Boolean(),
  ...values.properties,
})
export type StatusRow = Static<typeof row>

const noun = { one: 'status', many: 'statuses', access: 'edit-site', values, row } as const

export const statusCalls = {
  ...nounCalls('statuses', noun),
  ...retireCalls('statuses', noun),
  ...orderCall('statuses', noun),
}
