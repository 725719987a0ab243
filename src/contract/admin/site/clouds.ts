import { type Static, Type } from 'typebox'
import { InOrder, NumberOfRow, OfRow, Retirable, Words } from './fields.ts'
import { nounCalls, orderCall, retireCalls } from './noun-calls.ts'

const values = Type.Object({
  product_id: NumberOfRow,
  title: Words(100),
  machine_name: Words(64),
  domain: Words(200),
  default_page: Words(200),
  is_gov: Type.Boolean(),
  shows_core_services: Type.Boolean(),
  shows_data_centers: Type.Boolean(),
  shows_premium_data_centers: Type.Boolean(),
})
export type CloudValues = Static<typeof values>

const row = Type.Object({ ...OfRow, ...InOrder, ...Retirable, ...values.properties })
export type CloudRow = Static<typeof row>

const noun = { one: 'cloud', many: 'clouds', access: 'edit-site', values, row } as const

export const cloudCalls = {
  ...nounCalls('clouds', noun),
  ...retireCalls('clouds', noun),
  ...orderCall('clouds', noun),
}
