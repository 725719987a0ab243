import { expect, test } from 'vitest'
import type { Endpoint } from './open-api-document.ts'
import { shownBefore } from './shown-before.ts'

function endpoint(path: string, description: string): Endpoint {
  const schema = { type: 'object', properties: { name: { type: 'string', description } } }
  const responses = { 200: { content: { 'application/json': { schema } } } }
  return { method: 'get', path, operation: { responses } }
}

test('a long response is shown once, and later ones link to it', () => {
  const long = 'x'.repeat(1_000)
  const [first, other, again] = [endpoint('/a', long), endpoint('/b', `${long}y`), endpoint('/c', long)]
  const before = shownBefore([first, other, again])
  expect([...before.values()]).toEqual([first])
  expect(before.has(again.operation.responses?.[200] ?? {})).toBe(true)
})

test('a short response is shown each time', () => {
  expect(shownBefore([endpoint('/a', 'short'), endpoint('/b', 'short')]).size).toBe(0)
})
