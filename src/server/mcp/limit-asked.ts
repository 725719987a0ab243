import { type TInteger, type TOptional, Type } from 'typebox'

export const DEFAULT_LIMIT = 10

/** Whoever reads answers with a model pays for each word of them. */
export function limitAsked(most: number, usual = DEFAULT_LIMIT): TOptional<TInteger> {
  return Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, default: usual, description: 'How many at most.' }),
  )
}
