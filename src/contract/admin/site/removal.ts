import { type Static, type TObject, Type } from 'typebox'

/** One kind of thing that still needs what was to be removed. */
export const Use = Type.Object({
  what: Type.String({ description: 'in words and the right number: records, subscription' }),
  count: Type.Integer({ minimum: 1 }),
  /** Some of them, with where staff find each; people are only counted. */
  examples: Type.Array(Type.Object({ label: Type.String(), path: Type.Union([Type.String(), Type.Null()]) })),
})
export type Use = Static<typeof Use>

/** What became of a wish to remove something. Nothing was done unless it says `removed`. */
export function Removal<Row extends TObject>(row: Row) {
  return Type.Union([
    Type.Object({ kind: Type.Literal('removed'), row }),
    Type.Object({
      kind: Type.Literal('in-use'),
      message: Type.String(),
      uses: Type.Array(Use),
      can_retire: Type.Boolean(),
    }),
    /** The site itself relies on it: it can neither be removed nor retired. */
    Type.Object({ kind: Type.Literal('needed'), message: Type.String() }),
  ])
}
