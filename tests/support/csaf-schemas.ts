/** Section 7.1 of CSAF 2.0 for these two documents, but stricter: unlisted members are not allowed. */

const uri = (pattern: string) => ({ type: 'string', format: 'uri', pattern })
const text = { type: 'string', minLength: 1 }
const moment = { type: 'string', format: 'date-time' }

function exactly(properties: Record<string, object>, optional: readonly string[] = []) {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  }
}

function list(items: object, least = 1) {
  return { type: 'array', items, minItems: least, uniqueItems: true }
}

export const PROVIDER_METADATA_SCHEMA = exactly(
  {
    canonical_url: uri('/provider-metadata\\.json$'),
    distributions: list({
      oneOf: [
        exactly({ directory_url: uri('^https://.+/$') }),
        exactly({
          rolie: exactly({
            feeds: list(exactly({ summary: text, tlp_label: { const: 'WHITE' }, url: uri('\\.json$') })),
          }),
        }),
      ],
    }),
    last_updated: moment,
    list_on_CSAF_aggregators: { type: 'boolean' },
    metadata_version: { const: '2.0' },
    mirror_on_CSAF_aggregators: { type: 'boolean' },
    public_openpgp_keys: list(
      exactly({ fingerprint: { type: 'string', pattern: '^[0-9a-fA-F]{40,}$' }, url: uri('^https://') }),
    ),
    publisher: exactly(
      { category: { const: 'vendor' }, name: text, namespace: uri('^https://'), contact_details: text },
      ['contact_details'],
    ),
    role: { enum: ['csaf_provider', 'csaf_trusted_provider'] },
  },
  ['public_openpgp_keys'],
)

const link = (rels: readonly string[]) => exactly({ rel: { enum: rels }, href: uri('^https://') })
const jsonLink = exactly({ rel: { const: 'self' }, href: uri('^https://.+\\.json$') })

export const ROLIE_FEED_SCHEMA = exactly({
  feed: exactly({
    id: { type: 'string', pattern: '^[a-zA-Z0-9+\\-_.]+$' },
    title: text,
    link: list(jsonLink),
    category: list(
      exactly({
        scheme: { const: 'urn:ietf:params:rolie:category:information-type' },
        term: { const: 'csaf' },
      }),
    ),
    updated: moment,
    entry: list(
      exactly(
        {
          id: { type: 'string', pattern: '^[\\S](.*[\\S])?$' },
          title: text,
          link: {
            type: 'array',
            prefixItems: [jsonLink],
            items: link(['hash', 'signature']),
            minItems: 3,
            uniqueItems: true,
          },
          published: moment,
          updated: moment,
          summary: exactly({ content: text }),
          content: exactly({ type: { const: 'application/json' }, src: uri('^https://.+\\.json$') }),
          format: exactly({
            schema: { const: 'https://docs.oasis-open.org/csaf/csaf/v2.0/csaf_json_schema.json' },
            version: { const: '2.0' },
          }),
        },
        ['summary'],
      ),
      0,
    ),
  }),
})
