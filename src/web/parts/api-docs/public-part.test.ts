import { expect, test } from 'vitest'
import { publicPart } from './public-part.ts'

test('the documentation contains the public operations and not those of our own pages', () => {
  const document = {
    info: { title: 'Public API', version: '1' },
    paths: {
      '/api/verdict': { get: {} },
      '/mcp': { post: {} },
      '/{cloudDomain}/badge.svg': { get: {} },
      '/api/v1/incidents': { post: {} },
      '/api/admin/records': { get: {}, post: {} },
      '/api/user/{uid}/settings': { get: {} },
      '/api/user/login': { post: {} },
      '/api/subscribe': { post: {} },
    },
  }
  expect(Object.keys(publicPart(document).paths)).toEqual([
    '/api/verdict',
    '/mcp',
    '/{cloudDomain}/badge.svg',
    '/api/v1/incidents',
  ])
})
