import { expect, test } from 'vitest'
import { SEVERITY, stateOfSeverity } from '../record.ts'
import { googleImpact, googleUpdateStatus } from './google-words.ts'

test.each([
  [SEVERITY.serviceDisruption, 'SERVICE_OUTAGE', 'high'],
  [SEVERITY.serviceDegradation, 'SERVICE_DISRUPTION', 'medium'],
  [SEVERITY.underInvestigation, 'SERVICE_INFORMATION', 'low'],
  [SEVERITY.securityAdvisory, 'SERVICE_INFORMATION', 'low'],
  [SEVERITY.informational, 'SERVICE_INFORMATION', 'low'],
  [SEVERITY.noServiceImpact, 'SERVICE_INFORMATION', 'low'],
  [4711, 'SERVICE_INFORMATION', 'low'],
])('Google: severity %i is %s and %s', (tid, impact, severity) => {
  expect(googleImpact(stateOfSeverity(tid))).toEqual({ impact, severity })
})

test('Google: a closing update says that the service is available', () => {
  expect(googleUpdateStatus('SERVICE_OUTAGE', { isClosed: true })).toBe('AVAILABLE')
  expect(googleUpdateStatus('SERVICE_OUTAGE', { isClosed: false })).toBe('SERVICE_OUTAGE')
  expect(googleUpdateStatus('SERVICE_OUTAGE', undefined)).toBe('SERVICE_OUTAGE')
})
