import { expect, test } from 'vitest'
import { endStated, incidentEnd } from './incident-end.ts'

test('S-03 an open incident is ongoing, whatever end it expects', () => {
  expect(incidentEnd({ to: null, closed: null })).toBeNull()
  expect(incidentEnd({ to: '17:02', closed: null })).toBeNull()
})

test('S-03 a closed incident ended at its stated end, otherwise when it was closed', () => {
  expect(incidentEnd({ to: '17:02', closed: '17:26' })).toBe('17:02')
  expect(incidentEnd({ to: null, closed: '17:26' })).toBe('17:26')
})

test('a closed incident does not state an end that is still to come', () => {
  expect(endStated('incident', { to: '18:00', closed: '15:00' })).toBeNull()
  expect(endStated('incident', { to: '12:00', closed: '15:00' })).toBe('12:00')
  expect(endStated('incident', { to: '18:00', closed: null })).toBe('18:00')
  expect(endStated('maintenance', { to: '18:00', closed: '15:00' })).toBe('18:00')
})
