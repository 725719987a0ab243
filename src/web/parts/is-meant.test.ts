import type { MouseEvent } from 'react'
import { expect, test } from 'vitest'
import { isMeant, isPlainClick } from './is-meant.ts'

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

const PLAIN = { button: 0, shiftKey: false, altKey: false, metaKey: false, ctrlKey: false }

test('a click without any key is for the page', () => {
  expect(isPlainClick(PLAIN as MouseEvent)).toBe(true)
})

test.each([{ shiftKey: true }, { altKey: true }, { metaKey: true }, { ctrlKey: true }, { button: 1 }])(
  'a click with %j is left to the browser',
  (how) => {
    expect(isPlainClick({ ...PLAIN, ...how } as MouseEvent)).toBe(false)
  },
)
