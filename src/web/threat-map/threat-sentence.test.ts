import { describe, expect, test } from 'vitest'
import { madeUpFlow } from '../../../tests/support/made-up-flow.ts'
import { threatSentences } from './threat-sentence.ts'

const day = '2026-11-14'
const BRAZIL = madeUpFlow({ blocked: 3_000_000 })
const VIETNAM = madeUpFlow({ from: 'VN', to: 'frankfurtTwo', category: 'sandbox', blocked: 1_000_000 })
const UNITED_STATES = madeUpFlow({ from: 'US', to: 'seattle', category: 'ba', blocked: 912_345 })
const flows = [BRAZIL, VIETNAM, UNITED_STATES]
const total = 4_912_345
const totals = { malware: 3_000_000, threat: 0, sandbox: 1_000_000, ba: 912_345 }

describe('O-04 the sentence on threats', () => {
  test('says how much was blocked, the top origin, and the top city', () => {
    expect(threatSentences({ day, total, totals, flows })).toEqual([
      '4.9 million threats were blocked on Sat, 14 Nov 2026.',
      'The most came from Brazil; Frankfurt stopped the most.',
    ])
  })

  test('adds up the data centers of a city', () => {
    const small = madeUpFlow({ to: 'seattle', blocked: 60 })
    const halves = [madeUpFlow({ blocked: 50 }), madeUpFlow({ to: 'frankfurtTwo', blocked: 50 })]
    expect(threatSentences({ day, total: 160, totals, flows: [small, ...halves] })[1]).toContain(
      'Frankfurt stopped the most',
    )
  })

  test('claims no more than the flows show if they are incomplete', () => {
    expect(threatSentences({ day, total: 6_000_000, totals, flows })).toEqual([
      '6 million threats were blocked on Sat, 14 Nov 2026.',
      'In the largest flows, the most came from Brazil; Frankfurt stopped the most.',
    ])
    const more = { day, total: 6_000_000, totals: { ...totals, sandbox: 2_000_000 }, flows }
    expect(threatSentences(more, 'sandbox')).toEqual([
      '2 million threats were blocked by the sandbox on Sat, 14 Nov 2026.',
      'In the largest flows, the most came from Vietnam; Frankfurt stopped the most.',
    ])
    expect(threatSentences(more, 'malware')[1]).toBe('The most came from Brazil; Frankfurt stopped the most.')
  })

  test('describes a single category on request', () => {
    expect(threatSentences({ day, total, totals, flows }, 'ba')).toEqual([
      '912,345 threats were blocked by behavioral analysis on Sat, 14 Nov 2026.',
      'The most came from the United States; Seattle stopped the most.',
    ])
    expect(threatSentences({ day, total, totals, flows }, 'threat')).toEqual([
      'No threats were blocked as advanced threats on Sat, 14 Nov 2026.',
    ])
  })

  test('names no leader on a tie', () => {
    const even = [madeUpFlow({ blocked: 5 }), madeUpFlow({ from: 'US', blocked: 5 })]
    expect(threatSentences({ day, total: 10, totals, flows: even })[1]).toBe('Frankfurt stopped the most.')
    const elsewhere = [madeUpFlow({ blocked: 5 }), madeUpFlow({ from: 'US', to: 'seattle', blocked: 5 })]
    expect(threatSentences({ day, total: 10, totals, flows: elsewhere })).toEqual([
      '10 threats were blocked on Sat, 14 Nov 2026.',
    ])
  })

  test('uses the singular for one', () => {
    expect(threatSentences({ day, total: 1, totals, flows: [madeUpFlow({ blocked: 1 })] })[0]).toBe(
      '1 threat was blocked on Sat, 14 Nov 2026.',
    )
  })

  test('says so if there is no data', () => {
    expect(threatSentences({ day: null, total: 0, totals, flows: [] })).toEqual([
      'There are no threat figures yet.',
    ])
    expect(threatSentences({ day, total: 0, totals, flows: [] })).toEqual([
      'No threats were blocked on Sat, 14 Nov 2026.',
    ])
  })
})
