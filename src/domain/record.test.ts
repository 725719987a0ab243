import { expect, test } from 'vitest'
import { SEVERITY, stateOfSeverity } from './record.ts'

test('S-08 only the three severities of the legend change the state', () => {
  expect(stateOfSeverity(SEVERITY.underInvestigation)).toBe('under_investigation')
  expect(stateOfSeverity(SEVERITY.serviceDegradation)).toBe('service_degradation')
  expect(stateOfSeverity(SEVERITY.serviceDisruption)).toBe('service_disruption')
  for (const harmless of [SEVERITY.securityAdvisory, SEVERITY.informational, SEVERITY.noServiceImpact]) {
    expect(stateOfSeverity(harmless)).toBe('operational')
  }
})

test('a severity that staff added later is operational', () => {
  expect(stateOfSeverity(2001)).toBe('operational')
})
