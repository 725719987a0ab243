import { type Static, Type } from 'typebox'
import { NOTIFICATION_TYPES } from '../../records.ts'
import { InOrder, OfRow, Retirable, Words } from './fields.ts'
import { nounCalls, orderCall, retireCalls } from './noun-calls.ts'

const values = Type.Object({
  notification_type: Type.Enum(NOTIFICATION_TYPES),
  group_name: Words(100),
  name: Words(200),
})
export type TermValues = Static<typeof values>

const row = Type.Object({ ...OfRow, ...InOrder, ...Retirable, ...values.properties })
export type TermRow = Static<typeof row>

/** Staff who may edit notifications of a type may also edit its categories. Checked for each category. */
const noun = { one: 'category', many: 'categories', access: 'see-admin-area', values, row } as const

export const termCalls = {
  ...nounCalls('terms', noun),
  ...retireCalls('terms', noun),
  ...orderCall('terms', noun, 'type of notification'),
}
