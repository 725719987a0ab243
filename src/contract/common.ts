import { Type } from 'typebox'

export const CloudName = Type.String({
  pattern: '^[a-z0-9_]{1,64}$',
  description: 'machine_name of a cloud',
})
export const RecordId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const PageNumber = Type.Integer({ minimum: 0, maximum: 100_000, description: 'zero-based' })
export const Day = Type.String({ format: 'date', description: 'YYYY-MM-DD in UTC' })
/** Refuses what a page would ignore: a program must not get more than it asked for. */
export const Mine = Type.String({
  pattern: '^[sd][1-9][0-9]{0,9}(,[sd][1-9][0-9]{0,9}){0,99}$',
  description:
    'only what concerns these places, by id: `s12,d7` is service 12 and data center 7. What is about a whole cloud concerns all of its places',
})
export const Moment = Type.String({ description: 'ISO 8601 in UTC' })
export const Bit = Type.Union([Type.Literal(0), Type.Literal(1)])
export const OptionalMoment = Type.Union([Moment, Type.Null()])
