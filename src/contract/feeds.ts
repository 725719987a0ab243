import { Type } from 'typebox'
import { CloudName, Mine, Moment, RecordId } from './common.ts'
import { ErrorBody, Unchanged } from './endpoint.ts'

const Format = Type.Enum(['rss', 'atom', 'json'])

/** Programs written for older sites send `_format`. */
export const FeedQuery = Type.Object({
  cloud: Type.Optional(CloudName),
  format: Type.Optional(Format),
  _format: Type.Optional(Format),
  mine: Type.Optional(Mine),
  post: Type.Optional(Type.Integer({ ...RecordId, description: 'of the feed `post`: its number' })),
  items: Type.Optional(
    Type.Enum(['records', 'updates'], { description: 'an entry per record, or per update' }),
  ),
})

export const FeedParams = Type.Object({ type: Type.String({ maxLength: 64 }) })

const JsonFeed = Type.Object({
  version: Type.String({ description: 'JSON Feed 1.1' }),
  title: Type.String(),
  description: Type.String(),
  home_page_url: Type.String({ description: 'the list page with the same content' }),
  feed_url: Type.String(),
  language: Type.String(),
  items: Type.Array(
    Type.Object({
      id: Type.String({
        description: 'the same in every feed, forever, whichever clouds the record is added to',
      }),
      url: Type.String(),
      title: Type.String(),
      content_html: Type.String(),
      date_published: Moment,
      date_modified: Moment,
      body: Type.String({ description: 'as `content_html`, for programs of older sites' }),
      pubdate: Type.String({ description: 'as `date_published`, for programs of older sites' }),
    }),
  ),
})

export const feedResponses = {
  200: {
    description: 'At most 50 entries, newest first; RSS 2.0 unless another format is requested.',
    content: {
      'application/feed+json': { schema: JsonFeed },
      'application/rss+xml': { schema: Type.String() },
      'application/atom+xml': { schema: Type.String() },
    },
  },
  304: Unchanged,
  '4xx': ErrorBody,
  503: ErrorBody,
}
