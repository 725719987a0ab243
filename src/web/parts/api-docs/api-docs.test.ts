import { expect, test } from 'vitest'
import { curlExample } from './curl-example.ts'
import { anchorOf, endpointsByTag, type OpenApiDocument, type Operation } from './open-api-document.ts'
import { fieldsOf, limitWords, typeWords } from './schema-words.ts'

const DOCUMENT: OpenApiDocument = {
  info: { title: 'Candor', version: '1' },
  tags: [{ name: 'Site' }, { name: 'Records' }],
  paths: {
    '/api/posts/{id}': { get: operation('Records') },
    '/api/global': { get: operation('Site') },
    '/api/feedback': { post: {} },
  },
  components: { schemas: { Place: { type: 'object', properties: { tid: { type: 'integer' } } } } },
}

test('operations are grouped by tag, in document order', () => {
  const groups = endpointsByTag(DOCUMENT).map(({ tag, endpoints }) => [
    tag,
    ...endpoints.map(({ path }) => path),
  ])
  expect(groups).toEqual([
    ['Site', '/api/global'],
    ['Records', '/api/posts/{id}'],
    ['Other', '/api/feedback'],
  ])
})

test('an operation has a URL-safe anchor', () => {
  expect(anchorOf({ method: 'get', path: '/api/notification/{id}/{cloud}', operation: {} })).toBe(
    'get-api-notification-id-cloud',
  )
})

test.each([
  [{ type: 'string' }, 'string'],
  [{ const: 'success' }, '"success"'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [{ anyOf: [{ const: 0 }, { const: 1 }] }, '0 or 1'],
  [{ enum: ['a', 'b', 'c'] }, '"a", "b" or "c"'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Place' } }, 'list of object'],
  [{ properties: {} }, 'object'],
  [{}, 'any'],
])('the type of %j reads %s', (schema, words) => {
  expect(typeWords(schema, DOCUMENT)).toBe(words)
})

test('the fields of a list are those of its entries', () => {
  const list = { type: 'array', items: { $ref: '#/components/schemas/Place' } }
  expect(fieldsOf(list, DOCUMENT)).toEqual([{ name: 'tid', schema: { type: 'integer' }, isRequired: false }])
})

test('limits are described in words', () => {
  expect(limitWords({ minimum: 0, maximum: 12 })).toBe('0 to 12')
  expect(limitWords({ minimum: 1, default: 3 })).toBe('at least 1, default 3')
  expect(limitWords({ type: 'string' })).toBeUndefined()
})

test('an example request marks the values to fill in', () => {
  const endpoint = {
    method: 'get',
    path: '/api/posts/{id}',
    operation: {
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
        {
          name: 'kind',
          in: 'query',
          required: true,
          schema: { anyOf: [{ const: 'public' }, { const: 'premium' }] },
        },
        {
          name: 'sort',
          in: 'query',
          required: true,
          schema: { anyOf: [{ enum: ['day'] }, { enum: ['name'] }] },
        },
        { name: 'page', in: 'query' },
      ],
    },
  } as const
  expect(curlExample(endpoint as never, DOCUMENT)).toBe("curl '{origin}/api/posts/{id}?kind=public&sort=day'")
})

test('an example request goes to the server named in the document', () => {
  const document = { ...DOCUMENT, servers: [{ url: 'https://status.example/' }] }
  const endpoint = { method: 'get', path: '/api/global', operation: {} } as const
  expect(curlExample(endpoint, document)).toBe("curl 'https://status.example/api/global'")
})

function operation(tag: string): Operation {
  return { tags: [tag] }
}
