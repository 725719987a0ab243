import { expect, test } from 'vitest'
import type { Service } from '../../contract/cloud-status.ts'
import { SEVERITY } from '../../domain/record.ts'
import { countStates, serviceNow, troubledFirst } from './service-state.ts'

type Issue = Service['category_status'][number]

test('a service without open issues is running', () => {
  const past = issue(SEVERITY.serviceDisruption, { to: '2026-11-14T10:00:00.000Z' })
  expect(serviceNow(service('Sandbox', [past])).state).toEqual({ kind: 'running' })
})

test('the gravest open issue is the state of a service', () => {
  const investigated = { ...issue(SEVERITY.underInvestigation), id: 17 }
  const disrupted = { ...issue(SEVERITY.serviceDisruption), id: 20 }
  expect(serviceNow(service('Sandbox', [investigated, disrupted])).state).toEqual({
    kind: 'troubled',
    state: 'service_disruption',
    issues: [
      { id: 20, title: 'Something', from: '2026-11-14T08:00:00.000Z' },
      { id: 17, title: 'Something', from: '2026-11-14T08:00:00.000Z' },
    ],
  })
})

test('an open issue that only informs leaves a service running', () => {
  expect(serviceNow(service('Sandbox', [issue(SEVERITY.informational)])).state).toEqual({ kind: 'running' })
})

test('S-09 a service with a falsy status is decommissioned, whatever happened to it', () => {
  const relay = { ...service('Legacy Mail Relay', [issue(SEVERITY.serviceDisruption)]), status: 0 as const }
  expect(serviceNow(relay).state).toEqual({ kind: 'decommissioned' })
})

test('what is in service is counted, and what is wrong with it', () => {
  const services = [
    service('Web Security', [issue(SEVERITY.serviceDisruption)]),
    service('Sandbox', [issue(SEVERITY.underInvestigation)]),
    service('DNS Control'),
    { ...service('Legacy Mail Relay'), status: 0 as const },
  ]
  expect(countStates(services.map(serviceNow))).toEqual({
    total: 3,
    troubles: [
      { state: 'service_disruption', words: '1 disrupted' },
      { state: 'under_investigation', words: '1 under investigation' },
    ],
  })
})

test('running services have no troubles', () => {
  expect(countStates([service('A'), service('B')].map(serviceNow))).toEqual({ total: 2, troubles: [] })
})

test('what is broken stands first and what is gone last', () => {
  const services = [
    { ...service('Gone'), status: 0 as const },
    service('Running'),
    service('Degraded', [issue(SEVERITY.serviceDegradation)]),
    service('Also running'),
    service('Disrupted', [issue(SEVERITY.serviceDisruption)]),
  ]
  expect(troubledFirst(services.map(serviceNow)).map(({ name }) => name)).toEqual([
    'Disrupted',
    'Degraded',
    'Running',
    'Also running',
    'Gone',
  ])
})

function service(name: string, category_status: Issue[] = []): Service {
  return {
    tid: 1,
    name,
    subscribed: 0,
    status: 1,
    info: '',
    startDate: '2020-01-01',
    endDate: null,
    issues: [],
    category_status,
  }
}

function issue(severityTid: number, { to = null }: { to?: string | null } = {}): Issue {
  return {
    id: 1,
    title: 'Something',
    alias: 'something',
    short_description: '',
    description: '',
    from: '2026-11-14T08:00:00.000Z',
    to,
    status: 'In Progress',
    severityTid,
    name: 'Sandbox',
  }
}
