import { expect, test } from 'vitest'
import { isInWindow } from './is-in-window.ts'

const window = { start: new Date('2026-11-09T00:00:00Z'), end: new Date('2026-11-16T00:00:00Z') }

test.each<[string, string, string | null, boolean]>([
  ['inside', '2026-11-10T00:00Z', '2026-11-11T00:00Z', true],
  ['around', '2026-11-01T00:00Z', '2026-12-01T00:00Z', true],
  ['open since long ago', '2026-01-01T00:00Z', null, true],
  ['over before', '2026-11-01T00:00Z', '2026-11-08T23:59Z', false],
  ['over on the first moment', '2026-11-08T00:00Z', '2026-11-09T00:00Z', false],
  ['begun on the first moment and over at once', '2026-11-09T00:00Z', '2026-11-09T00:00Z', true],
  ['begun on the first moment after it', '2026-11-16T00:00Z', null, false],
  ['ended before it began, inside', '2026-11-10T00:00Z', '2026-11-01T00:00Z', true],
  ['ended before it began, earlier', '2026-11-08T00:00Z', '2026-11-01T00:00Z', false],
])('S-03 what was %s', (_, from, to, isIn) => {
  const lasting = { from: Date.parse(from), to: to === null ? null : Date.parse(to) }
  expect(isInWindow(lasting, window)).toBe(isIn)
})
