import { Type } from 'typebox'
import { MOST_GOALS } from '../../../domain/dated-goals.ts'
import { Day } from '../../common.ts'

export const NumberOfRow = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const Version = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'of the row that the change is based on',
})

export const Words = (maxLength: number) => Type.String({ maxLength })
export const OptionalWords = (maxLength: number) => Type.Union([Words(maxLength), Type.Null()])
export const OptionalDay = Type.Union([Day, Type.Null()])
export const OptionalNumber = Type.Union([NumberOfRow, Type.Null()])
export const Numbers = Type.Array(NumberOfRow, { maxItems: 1000, uniqueItems: true })
export const OfCloud = Type.Union([NumberOfRow, Type.Null()], { description: 'null: every cloud' })
export const Html = Type.String({
  maxLength: 1024 * 1024,
  description: 'HTML; unsafe parts are removed',
})

const FromMonth = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'YYYY-MM in UTC' })
const NO_GOAL = 'null: no goal from this month on'

export const Goals = Type.Array(
  Type.Object({
    from: FromMonth,
    percent: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], { description: NO_GOAL }),
  }),
  { maxItems: MOST_GOALS, description: 'goals in percent, each until the next one' },
)

export const MinuteGoals = Type.Array(
  Type.Object({
    from: FromMonth,
    minutes: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], { description: NO_GOAL }),
  }),
  { maxItems: MOST_GOALS, description: 'goals in minutes, each until the next one' },
)

export const OfRow = { id: NumberOfRow, version: Type.Integer() }
export const InOrder = { position: Type.Integer() }
export const Retirable = { is_retired: Type.Boolean() }
