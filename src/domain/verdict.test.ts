import { expect, test } from 'vitest'
import { SEVERITY } from './record.ts'
import { type OpenIncident, stateOf, verdict } from './verdict.ts'

const nine = new Date('2026-11-15T09:00:00Z')
const ten = new Date('2026-11-15T10:00:00Z')

function incident(fields: Partial<OpenIncident> = {}): OpenIncident {
  return {
    id: 1,
    title: 'Slow traffic',
    severityTid: SEVERITY.serviceDegradation,
    since: nine,
    nextUpdate: null,
    services: [],
    dataCenters: [],
    ...fields,
  }
}

function sentence(...open: OpenIncident[]) {
  const { trouble, rest } = verdict('Alpha', open)
  return trouble + rest
}

test('with nothing open everything on the cloud is running', () => {
  expect(verdict('Alpha', [])).toEqual({
    state: 'operational',
    trouble: '',
    rest: 'Everything on Alpha is running.',
    since: null,
    nextUpdate: null,
    incident: null,
    openCount: 0,
  })
})

test('one service is named', () => {
  expect(sentence(incident({ services: ['Web Gateway'] }))).toBe(
    'Web Gateway is degraded. Everything else is running.',
  )
})

test('two services are both named', () => {
  expect(sentence(incident({ services: ['Web Gateway', 'Sandbox'] }))).toBe(
    'Web Gateway and Sandbox are degraded. Everything else is running.',
  )
})

test('three services are counted in words, more than ten in figures', () => {
  expect(sentence(incident({ services: ['A', 'B', 'C'] }))).toBe(
    'Three services are degraded. Everything else is running.',
  )
  expect(sentence(incident({ services: Array(11).fill('S') }))).toBe(
    '11 services are degraded. Everything else is running.',
  )
})

test('data centers are the subject when no service is named', () => {
  expect(sentence(incident({ dataCenters: ['Paris II'] }))).toBe(
    'Paris II is degraded. Everything else is running.',
  )
  expect(sentence(incident({ dataCenters: ['A', 'B', 'C', 'D'] }))).toBe(
    'Four data centers are degraded. Everything else is running.',
  )
})

test('data centers are the place when services are named', () => {
  const services = ['Sandbox']
  expect(sentence(incident({ services, dataCenters: ['Paris II', 'Zurich'] }))).toBe(
    'Sandbox is degraded in Paris II and Zurich. Everything else is running.',
  )
  expect(sentence(incident({ services, dataCenters: ['A', 'B', 'C'] }))).toBe(
    'Sandbox is degraded in three data centers. Everything else is running.',
  )
})

test('an incident that names nothing is still told', () => {
  expect(sentence(incident())).toBe('A service is degraded. Everything else is running.')
})

test('each severity has its own word', () => {
  const said = (severityTid: number) => verdict('Alpha', [incident({ severityTid, services: ['VPN'] })])
  expect(said(SEVERITY.serviceDisruption)).toMatchObject({
    state: 'service_disruption',
    trouble: 'VPN is disrupted',
  })
  expect(said(SEVERITY.underInvestigation)).toMatchObject({
    state: 'under_investigation',
    trouble: 'VPN is under investigation',
  })
})

test('the others are counted, not claimed to be running', () => {
  const others = (count: number) => Array.from({ length: count }, (_, index) => incident({ id: 2 + index }))
  expect(sentence(incident(), ...others(1))).toBe('A service is degraded. One more incident is open.')
  expect(sentence(incident(), ...others(2))).toBe('A service is degraded. Two more incidents are open.')
  expect(sentence(incident(), ...others(12))).toBe('A service is degraded. 12 more incidents are open.')
})

test('whoever asks for the others is told how many incidents there are in all', () => {
  const informational = incident({ id: 3, severityTid: SEVERITY.informational })
  expect(verdict('Alpha', [incident(), incident({ id: 2 }), informational]).openCount).toBe(2)
})

test('the gravest incident speaks, and of equally grave ones the oldest', () => {
  const investigation = incident({ id: 1, severityTid: SEVERITY.underInvestigation, since: nine })
  const newer = incident({ id: 2, severityTid: SEVERITY.serviceDisruption, since: ten })
  const older = incident({ id: 3, severityTid: SEVERITY.serviceDisruption, since: nine, nextUpdate: ten })
  expect(verdict('Alpha', [investigation, newer, older])).toMatchObject({
    state: 'service_disruption',
    incident: { id: 3, title: 'Slow traffic' },
    since: nine,
    nextUpdate: ten,
  })
  expect(stateOf([investigation, newer])).toBe('service_disruption')
})

test('an open incident that is only informational is not counted', () => {
  const informational = incident({ id: 2, severityTid: SEVERITY.informational })
  expect(verdict('Alpha', [informational]).state).toBe('operational')
  expect(stateOf([informational])).toBe('operational')
  expect(sentence(incident(), informational)).toBe('A service is degraded. Everything else is running.')
})

test('the order in which incidents are given is left as it was', () => {
  const open = [incident({ id: 1, since: ten }), incident({ id: 2, since: nine })]
  verdict('Alpha', open)
  expect(open.map(({ id }) => id)).toEqual([1, 2])
})
