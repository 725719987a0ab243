import { type Static, Type } from 'typebox'

/** An image that texts may show. */
export const StoredImage = Type.Object({
  src: Type.String({ description: 'its address on this site, for `src` of an `img` element' }),
  url: Type.String({
    description: 'the whole address; readers can open it once a text on the site shows the image',
  }),
  width: Type.Integer(),
  height: Type.Integer(),
  bytes: Type.Integer({ description: 'size of the file' }),
})
export type StoredImage = Static<typeof StoredImage>
