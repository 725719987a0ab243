import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OpenApiDocument } from '../parts/api-docs/open-api-document.ts'
import { ApiDocs } from './api-docs-page.tsx'

const DOCUMENT: OpenApiDocument = {
  info: { title: 'Public API', version: '1', description: 'Everything as JSON. `cloud` names a cloud.' },
  servers: [{ url: 'https://status.example' }],
  paths: {
    '/api/verdict': {
      get: {
        tags: ['Status'],
        summary: 'The status of a cloud in one sentence',
        parameters: [
          {
            name: 'cloud',
            in: 'query',
            required: true,
            schema: { type: 'string', description: 'its machine_name' },
          },
        ],
        responses: {
          200: {
            description: 'Default Response',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['data'],
                  properties: {
                    data: {
                      type: 'object',
                      required: ['rest'],
                      properties: {
                        rest: { type: 'string', description: 'the rest of the sentence' },
                        since: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                      },
                    },
                  },
                },
              },
            },
          },
          404: { description: 'There is no such cloud.' },
        },
      },
    },
  },
}

const SITE = {
  provider: 'Northwall',
  menu: [],
  cloud: { domain: 'northwall.net', machine_name: 'northwall_net' },
}

test('an operation is shown with its parameters, response, errors and an example command', () => {
  const text = renderToStaticMarkup(<ApiDocs document={DOCUMENT} site={SITE} />)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
  for (const words of [
    'Status GET /api/verdict The status of a cloud in one sentence',
    'cloud query, required string its machine_name',
    'data object rest string the rest of the sentence since string or null , may be absent',
    '404 There is no such cloud.',
    'curl &#x27;https://status.example/api/verdict?cloud=northwall_net&#x27;',
  ]) {
    expect(text).toContain(words)
  }
})

test('text between backticks is code', () => {
  expect(renderToStaticMarkup(<ApiDocs document={DOCUMENT} site={SITE} />)).toContain(
    '<code>cloud</code> names a cloud.',
  )
})
