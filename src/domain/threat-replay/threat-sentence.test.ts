import { describe, expect, test } from 'vitest'
import { madeUpFlow } from '../../../tests/support/made-up-flow.ts'
import { threatDayWords, threatSentences } from './threat-sentence.ts'

const day = '2026-11-14'
const BRAZIL = madeUpFlow({ blocked: 3_000_000 })
const VIETNAM = madeUpFlow({ from: 'VN', to: 'frankfurtTwo', category: 'sandbox', blocked: 1_000_000 })
const UNITED_STATES = madeUpFlow({ from: 'US', to: 'seattle', category: 'ba', blocked: 912_345 })
const flows = [BRAZIL, VIETNAM, UNITED_STATES]
const total = 4_912_345

describe('O-04 the sentence on threats', () => {
  test('says how much was blocked, where the most came from, and which city stopped the most', () => {
    expect(threatSentences({ day, total, flows })).toEqual([
      '4.9 million threats were blocked on Sat, 14 Nov 2026.',
      'The most came from Brazil; Frankfurt stopped the most.',
    ])
  })

  test('adds up the data centers of a city', () => {
    const small = madeUpFlow({ to: 'seattle', blocked: 60 })
    const halves = [madeUpFlow({ blocked: 50 }), madeUpFlow({ to: 'frankfurtTwo', blocked: 50 })]
    expect(threatSentences({ day, total: 160, flows: [small, ...halves] })[1]).toContain(
      'Frankfurt stopped the most',
    )
  })

  test('claims no more than the flows show when they are not all', () => {
    expect(threatSentences({ day, total: 6_000_000, flows })).toEqual([
      '6 million threats were blocked on Sat, 14 Nov 2026.',
      'In the largest flows, the most came from Brazil; Frankfurt stopped the most.',
    ])
    expect(threatSentences({ day, total: 6_000_000, flows }, 'sandbox')).toEqual([
      '1 million threats were blocked by the sandbox in the largest flows of Sat, 14 Nov 2026.',
      'The most came from Vietnam; Frankfurt stopped the most.',
    ])
  })

  test('speaks of one category when it is asked for one', () => {
    expect(threatSentences({ day, total, flows }, 'ba')).toEqual([
      '912,345 threats were blocked by behavioral analysis on Sat, 14 Nov 2026.',
      'The most came from the United States; Seattle stopped the most.',
    ])
    expect(threatSentences({ day, total, flows }, 'threat')).toEqual([
      'No threats were blocked as advanced threats on Sat, 14 Nov 2026.',
    ])
  })

  test('names no first where two are', () => {
    const even = [madeUpFlow({ blocked: 5 }), madeUpFlow({ from: 'US', blocked: 5 })]
    expect(threatSentences({ day, total: 10, flows: even })[1]).toBe('Frankfurt stopped the most.')
    const elsewhere = [madeUpFlow({ blocked: 5 }), madeUpFlow({ from: 'US', to: 'seattle', blocked: 5 })]
    expect(threatSentences({ day, total: 10, flows: elsewhere })).toEqual([
      '10 threats were blocked on Sat, 14 Nov 2026.',
    ])
  })

  test('counts one as one', () => {
    expect(threatSentences({ day, total: 1, flows: [madeUpFlow({ blocked: 1 })] })[0]).toBe(
      '1 threat was blocked on Sat, 14 Nov 2026.',
    )
  })

  test('says plainly that there is nothing', () => {
    expect(threatSentences({ day: null, total: 0, flows: [] })).toEqual(['There are no threat figures yet.'])
    expect(threatSentences({ day, total: 0, flows: [] })).toEqual([
      'No threats were blocked on Sat, 14 Nov 2026.',
    ])
  })
})

test('O-04 a day is written short, whichever it is', () => {
  expect(threatDayWords('2026-05-02')).toBe('Sat, 2 May 2026')
  expect(threatDayWords('2026-09-30')).toBe('Wed, 30 Sep 2026')
})
