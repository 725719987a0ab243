import { expect, test } from 'vitest'
import { pathsIn } from './paths-in.ts'

test('suggests the paths of the first alert, then of the whole payload', () => {
  const json = '{"status":"firing","alerts":[{"id":1,"labels":{"a b":"x"}},{"id":2}]}'
  expect(pathsIn(json, 'alerts')).toEqual([
    'id',
    'labels["a b"]',
    '$.status',
    '$.alerts',
    '$.alerts[0].id',
    '$.alerts[0].labels["a b"]',
  ])
  expect(pathsIn(json, '')).toEqual(['status', 'alerts', 'alerts[0].id', 'alerts[0].labels["a b"]'])
})

test('suggests nothing for text that is not JSON', () => {
  expect(pathsIn('{', '')).toEqual([])
})
