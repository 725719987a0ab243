import { type Static, Type } from 'typebox'
import { OfRow, Retirable, Words } from './fields.ts'
import { nounCalls, retireCalls } from './noun-calls.ts'

const values = Type.Object({
  name: Words(60),
  /** #rrggbb, for clients of the public API. */
  color_code: Words(7),
  status_icon: Words(60),
  /** Higher is more severe. */
  rank: Type.Integer({ minimum: 0, maximum: 1000 }),
  in_legend: Type.Boolean(),
})
export type SeverityValues = Static<typeof values>

/**
 * `is_fixed`: part of the specification. Rules depend on its ID, name and rank, so these can't change, and it can't be
 * removed.
 */
const row = Type.Object({ ...OfRow, ...Retirable, is_fixed: Type.Boolean(), ...values.properties })
export type SeverityRow = Static<typeof row>

const noun = {
  one: 'severity',
  many: 'severities, most severe first',
  access: 'edit-site',
  values,
  row,
} as const

export const severityCalls = { ...nounCalls('severities', noun), ...retireCalls('severities', noun) }
