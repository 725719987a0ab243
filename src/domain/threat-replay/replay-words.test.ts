import { expect, test } from 'vitest'
import { madeUpFlow } from '../../../tests/support/made-up-flow.ts'
import { replayWords, stillWords } from './replay-words.ts'

const day = '2026-11-14'
const flows = [
  madeUpFlow({ blocked: 4_000_000 }),
  madeUpFlow({ from: 'VN', category: 'sandbox', blocked: 912_345 }),
]
const total = 4_912_345

test('O-04 the map says that it is a replay, of which day, and what an arc stands for', () => {
  expect(replayWords({ day, total, flows })).toBe(
    'Not live: a replay of the threats blocked on Sat, 14 Nov 2026 (UTC); each arc stands for about 12,000. ' +
      'We count by day, so their order is drawn by lot and none carries a time.',
  )
})

test('O-04 of one category, an arc stands for fewer', () => {
  expect(replayWords({ day, total, flows }, 'sandbox')).toContain('each arc stands for about 2,300.')
  expect(replayWords({ day, total: 20, flows: [madeUpFlow({ blocked: 20 })] })).toContain(
    'each arc stands for one.',
  )
})

test('O-04 the still picture says that it is one', () => {
  expect(stillWords({ day, total, flows })).toBe(
    'A still picture of Sat, 14 Nov 2026 (UTC): the largest flows of blocked threats, a thicker line for more of them.',
  )
})

test('O-04 both say what they leave out, never more than they have', () => {
  const part = ' The map knows the 2 largest flows, >99% of all that was blocked.'
  expect(replayWords({ day, total: total + 1000, flows })).toContain(part)
  expect(stillWords({ day, total: total + 1000, flows })).toContain(part)
})
