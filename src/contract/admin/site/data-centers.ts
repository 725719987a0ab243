import { type Static, Type } from 'typebox'
import { Day } from '../../common.ts'
import { Goals, InOrder, NumberOfRow, Numbers, OfRow, OptionalDay, Retirable, Words } from './fields.ts'
import { nounCalls, orderCall, retireCalls } from './noun-calls.ts'

const regionValues = Type.Object({ title: Words(100) })
export type RegionValues = Static<typeof regionValues>

const regionRow = Type.Object({ ...OfRow, ...InOrder, ...regionValues.properties })
export type RegionRow = Static<typeof regionRow>

const region = {
  one: 'region',
  many: 'regions',
  access: 'edit-site',
  values: regionValues,
  row: regionRow,
} as const

const values = Type.Object({
  region_tid: NumberOfRow,
  name: Words(100),
  city: Words(100),
  /** ISO 3166-1 alpha-2. */
  country_code: Words(2),
  latitude: Type.Number(),
  longitude: Type.Number(),
  is_premium: Type.Boolean(),
  is_fedramp_moderate: Type.Boolean(),
  has_regional_surcharge: Type.Boolean(),
  opened_on: Day,
  closed_on: OptionalDay,
  /** Absent: unchanged. A tab that was loaded before the upgrade doesn't know them. */
  goals: Type.Optional(Goals),
  clouds: Numbers,
})
export type DataCenterValues = Static<typeof values>

const row = Type.Object({ ...OfRow, ...InOrder, ...Retirable, ...values.properties, goals: Goals })
export type DataCenterRow = Static<typeof row>

const dataCenter = { one: 'data center', many: 'data centers', access: 'edit-site', values, row } as const

export const dataCenterCalls = {
  ...nounCalls('regions', region),
  ...orderCall('regions', region),
  ...nounCalls('data-centers', dataCenter),
  ...retireCalls('data-centers', dataCenter),
  ...orderCall('data-centers', dataCenter, 'region'),
}
