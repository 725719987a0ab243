const text = { type: 'string' }
const address = { type: 'string', format: 'uri' }
const moment = { type: 'string', format: 'date-time' }

/**
 * JSON Feed 1.1 as in https://jsonfeed.org/version/1.1, for the members that these feeds use; the last two of an item
 * are for programs of older sites.
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
