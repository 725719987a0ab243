import { expect, test } from 'vitest'
import { linesOfJson } from './json-lines.ts'

const TEXT = `{
  "page": { "id": "x", "deep": [[[[[[[[[[[[[["}"]]]]]]]]]]]]]] },
  "incidents": [
    { "id": "1", "name": "a, \\"b\\" }" },
    {
      "id": "2",
      "updates": [1.5e-3,
        null, true]
    }
  ]
}`

test('values are found by their path, whatever is between them', () => {
  const paths = ['/page/id', '/incidents/0/name', '/incidents/1', '/incidents/1/id', '/incidents/1/updates/2']
  expect([...linesOfJson(TEXT, new Set([...paths, '/incidents/7', '']))]).toEqual([
    ['', 1],
    ['/page/id', 2],
    ['/incidents/0/name', 4],
    ['/incidents/1', 5],
    ['/incidents/1/id', 6],
    ['/incidents/1/updates/2', 8],
  ])
})
