import { type Static, Type } from 'typebox'
import { InOrder, OfRow, Retirable, Words } from './fields.ts'
import { nounCalls, orderCall, retireCalls } from './noun-calls.ts'

const values = Type.Object({ machine_name: Words(64), title: Words(100) })
export type ProductValues = Static<typeof values>

const row = Type.Object({ ...OfRow, ...InOrder, ...Retirable, ...values.properties })
export type ProductRow = Static<typeof row>

const noun = { one: 'product', many: 'products', access: 'edit-site', values, row } as const

export const productCalls = {
  ...nounCalls('products', noun),
  ...retireCalls('products', noun),
  ...orderCall('products', noun),
}
