import fc from 'fast-check'
import { expect, test } from 'vitest'
import { madeUpFlow } from '../../../tests/support/made-up-flow.ts'
import { THREAT_CATEGORIES } from '../../domain/threats/threat-category.ts'
import { MOST_STILL_ARCS, stillArcs } from './still-arcs.ts'

test('O-04 families of one category on the same route share a line', () => {
  const arcs = stillArcs([
    madeUpFlow({ family: 'Emotet', blocked: 30 }),
    madeUpFlow({ family: 'Qakbot', blocked: 60 }),
    madeUpFlow({ category: 'sandbox', blocked: 80 }),
  ])
  expect(arcs.map(({ key }) => key)).toEqual(['BR-1-sandbox', 'BR-1-malware'])
})

test('O-04 the largest are drawn last and thickest, and their number is limited', () => {
  const flow = fc.record({
    from: fc.constantFrom('BR' as const, 'US' as const, 'VN' as const),
    to: fc.constantFrom('frankfurt' as const, 'frankfurtTwo' as const, 'seattle' as const),
    category: fc.constantFrom(...THREAT_CATEGORIES),
    blocked: fc.integer({ min: 0, max: 1_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(flow, { maxLength: 100 }), (made) => {
      const widths = stillArcs(made.map(madeUpFlow)).map(({ widthPx }) => widthPx)
      expect(widths.length).toBeLessThanOrEqual(MOST_STILL_ARCS)
      expect(widths).toEqual(widths.toSorted((a, b) => a - b))
      if (widths.length > 0) expect(widths.at(-1)).toBe(4)
    }),
  )
})

test('O-04 without blocked threats there are no lines', () => {
  expect(stillArcs([])).toEqual([])
  expect(stillArcs([madeUpFlow({ blocked: 0 })])).toEqual([])
})
