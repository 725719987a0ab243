import { type Static, Type } from 'typebox'

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

export const StoredAttachment = Type.Object({
  href: Type.String({ description: 'its address on this site, for `href` of an `a` element' }),
  url: Type.String({
    description: 'the whole address; readers can open it once a text on the site links to the file',
  }),
  name: Type.String({ description: 'the name under which readers save it' }),
  bytes: Type.Integer({ description: 'size of the file' }),
})
export type StoredAttachment = Static<typeof StoredAttachment>
