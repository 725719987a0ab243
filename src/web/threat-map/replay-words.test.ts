import { expect, test } from 'vitest'
import { madeUpFlow } from '../../../tests/support/made-up-flow.ts'
import { replayWords, stillWords } from './replay-words.ts'

const day = '2026-11-14'
const flows = [
  madeUpFlow({ blocked: 4_000_000 }),
  madeUpFlow({ from: 'VN', category: 'sandbox', blocked: 912_345 }),
]
const total = 4_912_345
const totals = { malware: 4_000_000, threat: 0, sandbox: 912_345, ba: 0 }

test('O-04 the map says that it is a replay, of which day, and what an arc represents', () => {
  expect(replayWords({ day, total, totals, flows })).toBe(
    'This is a replay, not live: each arc represents about 12,000 threats blocked on Sat, 14 Nov 2026 (UTC), ' +
      'in random order.',
  )
})

test('O-04 in a single category an arc represents fewer threats', () => {
  expect(replayWords({ day, total, totals, flows }, 'sandbox')).toContain('represents about 2,300 threats')
  const few = { day, total: 20, totals: { ...totals, malware: 20 }, flows: [madeUpFlow({ blocked: 20 })] }
  expect(replayWords(few)).toContain('each arc represents one threat blocked')
})

test('O-04 the still picture says that it is one', () => {
  expect(stillWords({ day, total, totals, flows })).toBe(
    'A still picture of Sat, 14 Nov 2026 (UTC): the thicker a line, the more threats were blocked.',
  )
})

test('O-04 both say what they leave out, without exaggerating', () => {
  const part = ' The map shows the 2 largest flows, >99% of all blocked that day.'
  const more = { day, total: total + 1000, totals: { ...totals, ba: 1000 }, flows }
  expect(replayWords(more)).toContain(part)
  expect(stillWords(more)).toContain(part)
})

test('O-04 with a category the share refers to that category', () => {
  const more = { day, total: 9_000_000, totals: { ...totals, sandbox: 1_824_690 }, flows }
  const part = ' The map shows the largest flow, 50% of all blocked by the sandbox that day.'
  expect(replayWords(more, 'sandbox')).toContain(part)
  expect(stillWords(more, 'sandbox')).toContain(part)
  expect(stillWords(more, 'malware')).not.toContain('The map shows')
})
