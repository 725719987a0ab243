import { type Static, Type } from 'typebox'
import { Day } from '../../common.ts'
import { Goals, InOrder, NumberOfRow, OfRow, OptionalDay, Retirable, Words } from './fields.ts'
import { nounCalls, orderCall, retireCalls } from './noun-calls.ts'

const categoryValues = Type.Object({ cloud_id: NumberOfRow, title: Words(100) })
export type ServiceCategoryValues = Static<typeof categoryValues>

const categoryRow = Type.Object({ ...OfRow, ...InOrder, ...categoryValues.properties })
export type ServiceCategoryRow = Static<typeof categoryRow>

const category = {
  one: 'service category',
  many: 'service categories',
  access: 'edit-site',
  values: categoryValues,
  row: categoryRow,
} as const

const values = Type.Object({
  category_tid: NumberOfRow,
  name: Words(100),
  info: Words(1000),
  started_on: Day,
  /** May be in the future. Always set for a retired service. */
  ended_on: OptionalDay,
  /** Absent: unchanged. A tab that was loaded before the upgrade doesn't know them. */
  goals: Type.Optional(Goals),
})
export type ServiceValues = Static<typeof values>

const row = Type.Object({ ...OfRow, ...InOrder, ...Retirable, ...values.properties, goals: Goals })
export type ServiceRow = Static<typeof row>

const service = { one: 'service', many: 'services', access: 'edit-site', values, row } as const

export const serviceCalls = {
  ...nounCalls('service-categories', category),
  ...orderCall('service-categories', category, 'cloud'),
  ...nounCalls('services', service),
  ...retireCalls('services', service),
  ...orderCall('services', service, 'category'),
}
