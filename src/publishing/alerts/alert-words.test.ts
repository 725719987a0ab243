import { expect, test } from 'vitest'
import { usualTitle } from './alert-words.ts'

const NONE = { services: [], dataCenters: [], clouds: [] }

test('Z-08 a title names what is affected', () => {
  const clouds = ['northwall.net']
  expect(usualTitle({ ...NONE, clouds, services: ['Web Security', 'Web Security'] })).toBe(
    'Problem with Web Security on northwall.net',
  )
  expect(usualTitle({ ...NONE, clouds, dataCenters: ['Zurich I'] })).toBe(
    'Problem in Zurich I on northwall.net',
  )
  expect(usualTitle({ ...NONE, clouds })).toBe('Problem on northwall.net')
  expect(usualTitle(NONE)).toBe('Problem detected by our monitoring')
})

test('Z-08 a title does not list a storm', () => {
  expect(usualTitle({ ...NONE, services: ['A', 'B', 'C', 'D', 'E'] })).toBe('Problem with A, B, C and more')
})
