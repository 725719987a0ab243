import { expect, test } from 'vitest'
import { SEVERITY } from '../record.ts'
import { centerState, centerStateWord, gravestOf } from './center-state.ts'

const disruption = { post_type: 'incident', severityId: SEVERITY.serviceDisruption } as const
const investigation = { post_type: 'incident', severityId: SEVERITY.underInvestigation } as const
const notice = { post_type: 'incident', severityId: SEVERITY.informational } as const
const work = { post_type: 'maintenance', severityId: SEVERITY.informational } as const
const harmlessWork = { post_type: 'maintenance', severityId: SEVERITY.noServiceImpact } as const

test('a data center without open problems is running', () => {
  expect(centerState([])).toBe('operational')
})

test('the most severe open problem counts, in any order', () => {
  expect(centerState([work, disruption, investigation])).toBe('service_disruption')
  expect(centerState([investigation, work])).toBe('under_investigation')
})

test("maintenance counts unless it has no impact, and an informational incident doesn't", () => {
  expect(centerState([work, notice])).toBe('under_maintenance')
  expect(centerState([notice])).toBe('operational')
  expect(centerState([harmlessWork])).toBe('operational')
})

test('the worst data center decides, and without any the state is operational', () => {
  expect(gravestOf(['operational', 'service_degradation', 'under_maintenance'])).toBe('service_degradation')
  expect(gravestOf([])).toBe('operational')
})

test('states have words', () => {
  expect(centerStateWord('service_disruption')).toBe('disrupted')
})
