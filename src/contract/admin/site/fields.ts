import { Type } from 'typebox'
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

export const OfRow = { id: NumberOfRow, version: Type.Integer() }
export const InOrder = { position: Type.Integer() }
export const Retirable = { is_retired: Type.Boolean() }
