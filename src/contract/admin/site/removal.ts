import { type Static, type TObject, Type } from 'typebox'

export const Use = Type.Object({
  what: Type.String({ description: 'in words, singular or plural: records, subscription' }),
  count: Type.Integer({ minimum: 1 }),
  /** Some of them with links for staff. Users are only counted. */
  examples: Type.Array(Type.Object({ label: Type.String(), path: Type.Union([Type.String(), Type.Null()]) })),
})
export type Use = Static<typeof Use>

/** Nothing was changed unless the outcome is `removed`. */
export function Removal<Row extends TObject>(row: Row) {
  return Type.Union([
    Type.Object({ kind: Type.Literal('removed'), row }),
    Type.Object({
      kind: Type.Literal('in-use'),
      message: Type.String(),
      uses: Type.Array(Use),
      can_retire: Type.Boolean(),
    }),
    /** The site itself relies on it, so it can be neither removed nor retired. */
    Type.Object({ kind: Type.Literal('needed'), message: Type.String() }),
  ])
}
