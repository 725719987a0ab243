import { expect, test } from 'vitest'
import type { Endpoint } from './open-api-document.ts'
import { toldBefore } from './told-before.ts'

function endpoint(path: string, description: string): Endpoint {
  const schema = { type: 'object', properties: { name: { type: 'string', description } } }
  const responses = { 200: { content: { 'application/json': { schema } } } }
  return { method: 'get', path, operation: { responses } }
}

test('a long answer is told once, and later ones lead there', () => {
  const long = 'x'.repeat(1_000)
  const [first, other, again] = [endpoint('/a', long), endpoint('/b', `${long}y`), endpoint('/c', long)]
  const told = toldBefore([first, other, again])
  expect([...told.values()]).toEqual([first])
  expect(told.has(again.operation.responses?.[200] ?? {})).toBe(true)
})

test('a short answer is told each time', () => {
  expect(toldBefore([endpoint('/a', 'short'), endpoint('/b', 'short')]).size).toBe(0)
})
