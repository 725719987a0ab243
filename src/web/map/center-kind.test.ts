import { expect, test } from 'vitest'
import { type CenterFlags, kindsOf, kindsOnShow, kindWords, markerKind } from './center-kind.ts'

const PLAIN: CenterFlags = { premium_dc: 0, intfedmoddc: 0, regional_surcharge: 0 }

test('M-03 a data center without flags is standard', () => {
  expect(kindsOf(PLAIN, false)).toEqual(['standard'])
})

test.each([
  ['premium', { premium_dc: 1 }],
  ['fedramp', { intfedmoddc: 1 }],
  ['surcharge', { regional_surcharge: 1 }],
] as const)('M-03 a flag makes a data center %s', (kind, flags) => {
  expect(kindsOf({ ...PLAIN, ...flags }, false)).toEqual([kind])
})

test('M-03 several flags are all listed: premium before FedRAMP Moderate before surcharge', () => {
  const all: CenterFlags = { premium_dc: 1, intfedmoddc: 1, regional_surcharge: 1 }
  expect(kindsOf(all, false)).toEqual(['premium', 'fedramp', 'surcharge'])
  expect(kindsOf({ ...all, premium_dc: 0 }, false)).toEqual(['fedramp', 'surcharge'])
})

test('G-03, M-04 on a government cloud no data center is premium', () => {
  expect(kindsOf({ ...PLAIN, premium_dc: 1 }, true)).toEqual(['standard'])
  expect(kindsOf({ ...PLAIN, premium_dc: 1, intfedmoddc: 1 }, true)).toEqual(['fedramp'])
})

test('M-03 a marker shows the kind of its only data center, or that there are several', () => {
  const premium = { kinds: kindsOf({ ...PLAIN, premium_dc: 1 }, false) }
  expect(markerKind([premium])).toBe('premium')
  expect(markerKind([premium, premium])).toBe('multiple')
})

test('M-04 the legend lists the kinds on the map, each once and in fixed order', () => {
  expect(kindsOnShow(['multiple', 'standard', 'multiple'])).toEqual(['standard', 'multiple'])
  expect(kindsOnShow(['premium', 'surcharge'])).toEqual(['surcharge', 'premium'])
  expect(kindsOnShow([])).toEqual([])
})

test('M-03 kinds have names', () => {
  expect(kindWords('fedramp')).toBe('FedRAMP Moderate')
})
