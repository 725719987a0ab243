import { Type } from 'typebox'

export const CloudName = Type.String({
  pattern: '^[a-z0-9_]{1,64}$',
  description: 'machine_name of a cloud',
})
export const RecordId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const PageNumber = Type.Integer({ minimum: 0, maximum: 100_000, description: 'zero-based' })
export const Mine = Type.String({
  maxLength: 1000,
  description: 'services and data centers of the cloud by tid, such as `s12,d7`; at most 100',
})
export const Day = Type.String({ format: 'date', description: 'YYYY-MM-DD in UTC' })
export const Moment = Type.String({ description: 'ISO 8601 in UTC' })
export const Bit = Type.Union([Type.Literal(0), Type.Literal(1)])
export const OptionalMoment = Type.Union([Moment, Type.Null()])
