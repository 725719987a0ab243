const text = { type: 'string' }
const address = { type: 'string', format: 'uri' }
const moment = { type: 'string', format: 'date-time' }

/**
 * JSON Feed 1.1, as https://jsonfeed.org/version/1.1 has it, for the members that feeds of this kind use; the last two of an item are
 * what programs of older sites read.
 */
export const jsonFeedSchema = {
  type: 'object',
  required: ['version', 'title', 'items'],
  additionalProperties: false,
  properties: {
    version: { const: 'https://jsonfeed.org/version/1.1' },
    title: text,
    home_page_url: address,
    feed_url: address,
    description: text,
    language: text,
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'url', 'title', 'content_html', 'body', 'pubdate'],
        additionalProperties: false,
        properties: {
          id: { type: 'string', minLength: 1 },
          url: address,
          title: text,
          content_html: text,
          date_published: moment,
          date_modified: moment,
          body: text,
          pubdate: moment,
        },
      },
    },
  },
}
