import { expect, test } from 'vitest'
import { MemoryCounter } from './memory-counter.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const limit = { name: 'test', attempts: 2, windowS: 60 }
const attempt = (subject: string, seconds = 0) => ({
  limit,
  subject,
  now: new Date(NOW.getTime() + seconds * 1000),
})

test('a window begins with the first attempt and allows a fixed number', () => {
  const counter = new MemoryCounter()
  const kinds = [0, 10, 20].map((seconds) => counter.take(attempt('a', seconds)))
  expect(kinds).toEqual([
    { kind: 'allowed' },
    { kind: 'allowed' },
    { kind: 'throttled', retryAfterS: 40, limit: 'test' },
  ])
  expect(counter.take(attempt('b', 20)).kind).toBe('allowed')
  expect(counter.take(attempt('a', 60)).kind).toBe('allowed')
})

test('a window that began under a fast clock is over once the clock is right', () => {
  const counter = new MemoryCounter()
  for (const subject of ['a', 'a']) counter.take(attempt(subject, 3600))
  expect(counter.take(attempt('a', 3540)).kind).toBe('throttled')
  expect([0, 0, 0].map((seconds) => counter.take(attempt('a', seconds)).kind)).toEqual([
    'allowed',
    'allowed',
    'throttled',
  ])
})

test('with too many subjects, the oldest are forgotten', () => {
  const counter = new MemoryCounter({ most: 2 })
  for (const subject of ['a', 'a', 'b', 'b', 'c']) counter.take(attempt(subject))
  expect(['b', 'a'].map((subject) => counter.take(attempt(subject)).kind)).toEqual(['throttled', 'allowed'])
})
