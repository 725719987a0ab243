import { expect, test } from 'vitest'
import { gravestState } from './cloud-drawer.tsx'

test('the worst status of several clouds is used', () => {
  expect(
    gravestState([
      { state: 'operational' },
      { state: 'service_disruption' },
      { state: 'service_degradation' },
    ]),
  ).toBe('service_disruption')
  expect(gravestState([{ state: 'under_investigation' }, { state: 'operational' }])).toBe(
    'under_investigation',
  )
})

test('clouds that all run, or no clouds, are operational', () => {
  expect(gravestState([{ state: 'operational' }])).toBe('operational')
  expect(gravestState([])).toBe('operational')
})
