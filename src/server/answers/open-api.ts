import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { publicReads } from '../../contract/public-reads.ts'
import { DOCUMENT_FAMILIES } from '../../edition/documents/families.ts'
import type { Config } from '../config.ts'

export const MCP_TAG = 'Model Context Protocol'

/** In reading order: most requested first, then the formats, then calls that need a session or token. */
const TAGS = new Set([
  ...Object.values(publicReads).map(({ tag }) => tag),
  'Feeds',
  ...DOCUMENT_FAMILIES.map(({ tag }) => tag),
  MCP_TAG,
])

/** The contract as OpenAPI. Every route uses the same schemas, so the two can't differ. */
export function openApiOptions(config: Pick<Config, 'publicUrl'>): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Candor public API',
        version: '1',
        description:
          'Everything on the site, as JSON. Reading needs no key. Answers have a strong ETag: send it back in If-None-Match, and an unchanged answer is a 304. Times are ISO 8601 in UTC, `cloud` is the machine_name of a cloud, errors have a `message`. CORS is open for public data; cookies are not needed. Programs that publish need a token: see Automation.',
      },
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A token created by an administrator, with the scopes it needs. Cookies are ignored.',
          },
        },
      },
      servers: [{ url: config.publicUrl }],
      tags: [...TAGS].map((name) => ({ name })),
    },
  }
}
