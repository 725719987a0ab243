import { Type } from 'typebox'
import { CloudName } from './common.ts'

const Format = Type.Enum(['rss', 'atom', 'json'])

/** `_format` is what programs written for older sites send. */
export const FeedQuery = Type.Object({
  cloud: Type.Optional(CloudName),
  format: Type.Optional(Format),
  _format: Type.Optional(Format),
  items: Type.Optional(
    Type.Enum(['records', 'updates'], { description: 'an entry per record, or per update' }),
  ),
})

export const FeedParams = Type.Object({ type: Type.String({ maxLength: 64 }) })
