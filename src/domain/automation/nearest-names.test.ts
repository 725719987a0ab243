import { expect, test } from 'vitest'
import { nearestNames } from './nearest-names.ts'

const NAMES = ['Service Disruption', 'Service Degradation', 'Under Investigation', 'Informational']

test('Z-08 a misspelled name gets the nearest names', () => {
  expect(nearestNames('Service Disrupton', NAMES)[0]).toBe('Service Disruption')
  expect(nearestNames('investigation', NAMES)[0]).toBe('Under Investigation')
})

test('Z-08 at most three names are listed, each once', () => {
  expect(nearestNames('x', [...NAMES, ...NAMES])).toHaveLength(3)
  expect(nearestNames('x', [])).toEqual([])
})
