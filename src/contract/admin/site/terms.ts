import { type Static, Type } from 'typebox'
import { NOTIFICATION_TYPES } from '../../records.ts'
import { InOrder, OfRow, Retirable, Words } from './fields.ts'
import { nounCalls, orderCall, retireCalls } from './noun-calls.ts'

const values = Type.Object({
  notification_type: Type.Enum(NOTIFICATION_TYPES),
  /** Heading under which the subscription page shows it. */
  group_name: Words(100),
  name: Words(200),
})
export type TermValues = Static<typeof values>

const row = Type.Object({ ...OfRow, ...InOrder, ...Retirable, ...values.properties })
export type TermRow = Static<typeof row>

/** Whoever edits the notifications of a type edits its categories: asked of each one. */
const noun = { one: 'category', many: 'categories', access: 'see-admin-area', values, row } as const

export const termCalls = {
  ...nounCalls('terms', noun),
  ...retireCalls('terms', noun),
  ...orderCall('terms', noun, 'type of notification'),
}
