import { describe, expect, test } from 'vitest'
import { type ImportGround, planStatuspage } from './plan-statuspage.ts'
import type { ImportedIncident, StatuspageData } from './statuspage-data.ts'

const NOW = new Date('2026-11-15T10:00:00Z')
const GROUND: ImportGround = {
  categories: [{ tid: 7, title: 'Core' }],
  services: [{ tid: 70, name: 'Web Security' }],
  statuses: [
    { id: 1, name: 'scheduled', class: 'scheduled', isClosed: false },
    { id: 2, name: 'in-progress', class: 'in-progress', isClosed: false },
    { id: 3, name: 'monitoring', class: 'monitoring', isClosed: false },
    { id: 4, name: 'completed', class: 'completed', isClosed: true },
    { id: 5, name: 'resolved', class: 'resolved', isClosed: true },
  ],
  severities: [],
  already: new Map(),
}

describe('components', () => {
  test('match services by name, others become new ones in their group', () => {
    const { services, categories } = plan({
      components: [
        { id: 'g', name: 'core ', group: true },
        { id: 'a', name: 'web security', group_id: 'g' },
        { id: 'b', name: 'DNS', group_id: 'g', description: ' Names ', start_date: '2020-01-02' },
        { id: 'c', name: 'Portal' },
      ],
    })
    expect(services).toMatchObject([
      { externalId: 'a', tid: 70 },
      { externalId: 'b', tid: undefined, info: 'Names', startedOn: '2020-01-02', categoryExternalId: 'g' },
      { externalId: 'c', tid: undefined, startedOn: '2026-11-15', categoryExternalId: '' },
    ])
    expect(categories).toEqual([
      { externalId: 'g', title: 'core', tid: 7 },
      { externalId: '', title: 'Services', tid: undefined },
    ])
  })

  test('keep the service of an earlier import while it exists, even if renamed', () => {
    const already = new Map([
      ['component:a', 70],
      ['component:b', 71],
    ])
    const components = [
      { id: 'a', name: 'Renamed' },
      { id: 'b', name: 'Removed since' },
    ]
    const { services } = plan({ components }, { ...GROUND, already })
    expect(services.map(({ tid }) => tid)).toEqual([70, undefined])
  })

  test('with one name in one group are one service, and nameless ones are left out', () => {
    const { services, leftOut, categories } = plan({
      components: [
        { id: 'a', name: 'DNS', start_date: 'soon', created_at: '2024-99-99T00:00:00Z' },
        { id: 'b', name: 'dns ' },
        { id: 'c', name: ' ' },
      ],
    })
    expect(services).toMatchObject([
      { externalId: 'a', sameAs: undefined, startedOn: '2026-11-15' },
      { externalId: 'b', sameAs: 'a' },
    ])
    expect(categories).toHaveLength(1)
    expect(leftOut).toEqual([{ what: 'component', name: 'c', reason: 'It has no name.' }])
  })
})

describe('incidents', () => {
  test('use their oldest text as the body, the rest as history in order of time', () => {
    const { records } = plan({ components: [{ id: 'a', name: 'DNS' }], incidents: [INCIDENT] })
    expect(records).toEqual([
      {
        externalId: 'i1',
        kind: 'incident',
        title: 'DNS is slow',
        body: '<p>We look into it.</p>',
        statusId: 5,
        severityTid: 19,
        postedOn: new Date('2026-10-01T08:00:00Z'),
        fromTime: new Date('2026-10-01T07:50:00Z'),
        toTime: null,
        closedOn: new Date('2026-10-01T09:00:00Z'),
        updatedOn: new Date('2026-10-01T09:01:00Z'),
        updates: [
          { postedOn: new Date('2026-10-01T08:30:00Z'), statusId: 3, body: '<p>A fix is in place.</p>' },
          { postedOn: new Date('2026-10-01T09:00:00Z'), statusId: 5, body: '<p>It is over.</p>' },
        ],
        postmortem: undefined,
        said: { status: 'resolved', impact: 'minor' },
        serviceExternalIds: ['a'],
        states: [],
      },
    ])
  })

  test('components that become one service are as severe as the most severe of them', () => {
    const component = (id: string, name: string, status: string) => ({ id, name, status })
    const components = [
      component('a', 'DNS', 'degraded_performance'),
      component('b', 'dns', 'major_outage'),
      component('c', 'API', 'degraded_performance'),
      component('d', 'API', 'degraded_performance'),
      component('e', 'Mail', 'operational'),
    ]
    const open = { ...INCIDENT, status: 'identified', impact: 'critical', resolved_at: null, components }
    const { records } = plan({ components, incidents: [open] })
    expect(records[0]?.states).toEqual([
      { externalId: 'c', severityTid: 19 },
      { externalId: 'd', severityTid: 19 },
    ])
  })

  test.each([
    ['imported before', { id: 'old' }, 'It was imported before.'],
    ['without a name', { name: ' ' }, 'It has no name.'],
    ['with an unknown status', { status: 'exploded' }, 'Unknown status "exploded".'],
    ['with an impossible time', { started_at: '2026-13-45T00:00:00Z' }, 'One of its times is invalid.'],
    ['from tomorrow', { created_at: '2026-11-16T00:00:00Z' }, 'It was created in the future.'],
  ])('leave out one %s, with the reason', (_, change, reason) => {
    const ground = { ...GROUND, already: new Map([['incident:old', 9]]) }
    const { records, leftOut } = plan({ incidents: [{ ...INCIDENT, ...change }] }, ground)
    expect(records).toEqual([])
    expect(leftOut).toEqual([{ what: 'incident', name: { ...INCIDENT, ...change }.name, reason }])
  })

  test('end at their start if they claim to end earlier', () => {
    const { records } = plan({ incidents: [{ ...INCIDENT, resolved_at: '2026-10-01T07:00:00Z' }] })
    expect(records[0]?.closedOn).toEqual(records[0]?.fromTime)
  })
})

test('a maintenance has its window, is informational, and is completed when it is over', () => {
  const { records } = plan({
    maintenances: [
      {
        ...INCIDENT,
        status: 'resolved',
        impact: 'critical',
        scheduled_for: '2026-10-02T00:00:00Z',
        scheduled_until: '2026-10-02T02:00:00Z',
      },
    ],
  })
  expect(records[0]).toMatchObject({
    kind: 'maintenance',
    statusId: 4,
    severityTid: 1356,
    fromTime: new Date('2026-10-02T00:00:00Z'),
    toTime: new Date('2026-10-02T02:00:00Z'),
  })
})

const INCIDENT: ImportedIncident = {
  id: 'i1',
  name: 'DNS is slow',
  status: 'resolved',
  impact: 'minor',
  created_at: '2026-10-01T08:00:00Z',
  started_at: '2026-10-01T07:50:00Z',
  resolved_at: '2026-10-01T09:00:00Z',
  updated_at: '2026-10-01T09:01:00Z',
  components: [{ id: 'a' }, { id: 'unknown' }],
  incident_updates: [
    { id: 'u3', status: 'resolved', body: 'It is over.', created_at: '2026-10-01T09:00:00Z' },
    { id: 'u2', status: 'monitoring', body: 'A fix is in place.', created_at: '2026-10-01T08:30:00Z' },
    { id: 'u1', status: 'investigating', body: 'We look into it.', created_at: '2026-10-01T08:00:00Z' },
  ],
}

function plan(data: Partial<StatuspageData>, ground = GROUND) {
  const all = { page: undefined, components: [], incidents: [], maintenances: [], ...data }
  return planStatuspage(all, ground, NOW)
}
