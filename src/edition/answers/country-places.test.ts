import { expect, test } from 'vitest'
import { countryPlace } from './country-places.ts'

test('O-04 a country has a name and a place on the globe', () => {
  expect(countryPlace('BR')).toEqual({ name: 'Brazil', latitude: -18.5, longitude: -47.5 })
})

test.each(['XX', 'br', '', 'constructor'])('O-04 %j is not found', (code) => {
  expect(countryPlace(code)).toBeUndefined()
})
