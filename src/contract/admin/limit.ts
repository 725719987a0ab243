import { type Static, Type } from 'typebox'

const Ids = Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { maxItems: 1000 })

/** A product means all its clouds, also later ones. */
export const Limit = Type.Union([Type.Object({ clouds: Ids, products: Ids }), Type.Null()], {
  description:
    'the clouds, and the products with all their clouds, to which rights on records are limited; null: no limit',
})
export type Limit = Static<typeof Limit>
