import { expect, test } from 'vitest'
import { incidentEnd } from './incident-end.ts'

test('S-03 an open incident is ongoing, whatever end it expects', () => {
  expect(incidentEnd({ to: null, closed: null })).toBeNull()
  expect(incidentEnd({ to: '17:02', closed: null })).toBeNull()
})

test('S-03 a closed incident ended at its stated end, otherwise when it was closed', () => {
  expect(incidentEnd({ to: '17:02', closed: '17:26' })).toBe('17:02')
  expect(incidentEnd({ to: null, closed: '17:26' })).toBe('17:26')
})
