import { describe, expect, test } from 'vitest'
import { severityOfImpact, statusClassOf } from '../../publishing/imports/statuspage-words.ts'
import { CLOUD_STATES } from '../cloud.ts'
import { CENTER_STATES } from '../map/center-state.ts'
import { SEVERITY, stateOfSeverity } from '../record.ts'
import {
  COMPONENT_STATUSES,
  componentStatus,
  groupStatus,
  IMPACTS,
  INCIDENT_STATUSES,
  INDICATORS,
  impactOfSeverity,
  incidentStatus,
  incidentUpdateStatus,
  indicatorOfState,
  MAINTENANCE_STATUSES,
  maintenanceStatus,
  maintenanceUpdateStatus,
} from './statuspage-words.ts'

/** The statuses of the first migration, and some that staff may add. */
const STATUSES = [
  { class: 'scheduled', isClosed: false },
  { class: 'in-progress', isClosed: false },
  { class: 'monitoring', isClosed: false },
  { class: 'completed', isClosed: true },
  { class: 'resolved', isClosed: true },
  { class: 'remediated', isClosed: true },
  { class: 'postponed', isClosed: true },
  { class: 'archived', isClosed: true },
  { class: 'waiting-for-a-part', isClosed: false },
  { class: 'given-up', isClosed: true },
]
const SEVERITIES = [...Object.values(SEVERITY), 4711]

test('Statuspage: the words are exactly those that strict programs accept', () => {
  expect(INDICATORS).toEqual(['none', 'minor', 'major', 'critical'])
  expect(IMPACTS).toEqual([...INDICATORS, 'maintenance'])
  expect(COMPONENT_STATUSES.toSorted()).toEqual(
    ['operational', 'degraded_performance', 'partial_outage', 'major_outage', 'under_maintenance'].toSorted(),
  )
  expect(INCIDENT_STATUSES).toEqual(['investigating', 'identified', 'monitoring', 'resolved', 'postmortem'])
  expect(MAINTENANCE_STATUSES).toEqual(['scheduled', 'in_progress', 'verifying', 'completed'])
})

test.each([
  [SEVERITY.serviceDisruption, 'critical'],
  [SEVERITY.serviceDegradation, 'minor'],
  [SEVERITY.underInvestigation, 'minor'],
  [SEVERITY.securityAdvisory, 'none'],
  [SEVERITY.informational, 'none'],
  [SEVERITY.noServiceImpact, 'none'],
  [4711, 'none'],
])('Statuspage: an incident of severity %i has the impact %s', (severity, impact) => {
  expect(impactOfSeverity(severity)).toBe(impact)
})

test('Statuspage: problems match our own verdict, and worse is never milder', () => {
  const gravities = CLOUD_STATES.map((state) => INDICATORS.indexOf(indicatorOfState(state)))
  expect(gravities).toEqual(gravities.toSorted((a, b) => a - b))
  for (const severity of SEVERITIES) {
    expect(impactOfSeverity(severity) === 'none').toBe(stateOfSeverity(severity) === 'operational')
  }
  const statuses = CENTER_STATES.map((state) => COMPONENT_STATUSES.indexOf(componentStatus(state)))
  expect(statuses).toEqual(statuses.toSorted((a, b) => a - b))
})

test('Statuspage: importing our own data keeps its severity', () => {
  for (const severity of [SEVERITY.serviceDisruption, SEVERITY.serviceDegradation]) {
    expect(severityOfImpact(impactOfSeverity(severity))).toBe(severity)
  }
  for (const word of [...INCIDENT_STATUSES, ...MAINTENANCE_STATUSES]) {
    expect(statusClassOf(word)).toBeDefined()
  }
})

test.each([
  ['all members work', ['operational', 'operational'], 'operational'],
  ['one is under maintenance', ['operational', 'under_maintenance'], 'under_maintenance'],
  ['one is degraded', ['degraded_performance', 'under_maintenance'], 'degraded_performance'],
  ['one of two is down', ['operational', 'major_outage'], 'partial_outage'],
  ['all are down', ['major_outage', 'major_outage'], 'major_outage'],
  ['it is empty', [], 'operational'],
] as const)('Statuspage: a group when %s', (_, members, status) => {
  expect(groupStatus(members)).toBe(status)
})

describe('Statuspage: the status of an incident', () => {
  test.each(SEVERITIES)(
    'of severity %i is never resolved while open, and always resolved once closed',
    (severityTid) => {
      for (const status of [...STATUSES, undefined]) {
        const open = incidentStatus({ isOpen: true, severityTid }, status)
        expect(['investigating', 'identified', 'monitoring']).toContain(open)
        expect(incidentStatus({ isOpen: false, severityTid }, status)).toBe('resolved')
        expect(incidentUpdateStatus(severityTid, status) === 'resolved').toBe(status?.isClosed === true)
      }
    },
  )

  test.each([
    ['in-progress', SEVERITY.underInvestigation, 'investigating'],
    ['in-progress', SEVERITY.serviceDegradation, 'identified'],
    ['waiting-for-a-part', SEVERITY.serviceDisruption, 'identified'],
    ['monitoring', SEVERITY.serviceDisruption, 'monitoring'],
  ])('%s with severity %i is %s', (name, severityTid, word) => {
    const status = STATUSES.find((each) => each.class === name)
    expect(incidentStatus({ isOpen: true, severityTid }, status)).toBe(word)
    expect(incidentUpdateStatus(severityTid, status)).toBe(word)
  })
})

describe('Statuspage: the status of a maintenance', () => {
  test.each(STATUSES)('$class follows from its progress', (status) => {
    const isWatched = status.class === 'monitoring'
    expect(maintenanceStatus({ isOver: true, hasBegun: true }, status)).toBe('completed')
    expect(maintenanceStatus({ isOver: false, hasBegun: false }, status)).toBe('scheduled')
    expect(maintenanceStatus({ isOver: false, hasBegun: true }, status)).toBe(
      isWatched ? 'verifying' : 'in_progress',
    )
  })

  test.each([
    ['scheduled', 'scheduled'],
    ['in-progress', 'in_progress'],
    ['waiting-for-a-part', 'in_progress'],
    ['monitoring', 'verifying'],
    ['completed', 'completed'],
    ['postponed', 'completed'],
    ['archived', 'completed'],
  ])('an update of class %s says %s', (name, word) => {
    expect(maintenanceUpdateStatus(STATUSES.find((each) => each.class === name))).toBe(word)
  })
})
