import { expect, test } from 'vitest'
import { isMeant } from './is-meant.ts'

const ZURICH = { name: 'Zürich II', city: 'Zürich' }
const GRU = { name: 'GRU 2', city: 'São Paulo' }

test.each(['Zürich', 'zurich', 'ZÜRICH II', 'ii zur', ' rich ', ''])('"%s" finds Zürich II', (typed) => {
  expect(isMeant(typed, ZURICH)).toBe(true)
})

test('a data center is found by its city, whatever its name', () => {
  expect(isMeant('sao paulo', GRU)).toBe(true)
})

test.each(['Frankfurt', 'Zürich IV', 'GRU Zürich'])('"%s" does not find Zürich II', (typed) => {
  expect(isMeant(typed, ZURICH)).toBe(false)
})
