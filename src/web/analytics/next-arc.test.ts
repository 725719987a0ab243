import { expect, test } from 'vitest'
import { nextArc } from './next-arc.ts'

const arcs = [
  { key: 'malware', kind: 'category', category: 'malware' },
  { key: 'ba', kind: 'category', category: 'ba' },
  { key: 'malware a', kind: 'family', category: 'malware' },
  { key: 'malware b', kind: 'family', category: 'malware' },
  { key: 'ba c', kind: 'family', category: 'ba' },
] as const

test.each([
  ['malware', 'ArrowRight', 'ba'],
  ['ba', 'ArrowRight', 'malware'],
  ['malware', 'ArrowLeft', 'ba'],
  ['ba', 'ArrowDown', 'ba c'],
  ['malware b', 'ArrowRight', 'ba c'],
  ['malware b', 'ArrowUp', 'malware'],
  ['malware b', 'Home', 'malware a'],
  ['malware a', 'End', 'ba c'],
  ['malware', 'ArrowUp', undefined],
  ['ba c', 'ArrowDown', undefined],
  ['ba c', 'x', undefined],
  ['gone', 'ArrowRight', undefined],
])('O-05 from %s the key %s leads to %s', (from, key, to) => {
  expect(nextArc(arcs, from, key)).toBe(to)
})
