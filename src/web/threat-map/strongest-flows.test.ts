import { expect, test } from 'vitest'
import { madeUpFlow } from '../../../tests/support/made-up-flow.ts'
import { byCity, byDataCenter, byFamily, bySource, ranked } from './strongest-flows.ts'

const FLOWS = [
  madeUpFlow({ from: 'BR', to: 'frankfurt', blocked: 30 }),
  madeUpFlow({ from: 'BR', to: 'frankfurtTwo', category: 'threat', blocked: 25 }),
  madeUpFlow({ from: 'VN', to: 'seattle', family: 'Qakbot', blocked: 45 }),
]

test('O-04 flows are combined and sorted, largest first', () => {
  expect(ranked(FLOWS, bySource).map(({ key, blocked }) => [key, blocked])).toEqual([
    ['BR', 55],
    ['VN', 45],
  ])
  expect(ranked(FLOWS, byCity).map(({ key }) => key)).toEqual(['Frankfurt', 'Seattle'])
  expect(ranked(FLOWS, byDataCenter).map(({ key }) => key)).toEqual(['3', '1', '2'])
})

test('O-04 a family in two categories counts as two', () => {
  expect(ranked(FLOWS, byFamily).map(({ key, blocked }) => [key, blocked])).toEqual([
    ['malware Qakbot', 45],
    ['malware Emotet', 30],
    ['threat Emotet', 25],
  ])
})

test('O-04 the order does not depend on that of the flows', () => {
  const even = FLOWS.map((flow) => ({ ...flow, blocked: 10 }))
  expect(ranked(even, byDataCenter).map(({ key }) => key)).toEqual(['1', '2', '3'])
  expect(ranked(even.toReversed(), byDataCenter).map(({ key }) => key)).toEqual(['1', '2', '3'])
})
