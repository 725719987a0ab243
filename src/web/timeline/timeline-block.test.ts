import { expect, test } from 'vitest'
import { service as madeUpService } from '../../../tests/support/made-up-week.ts'
import type { CloudStatus, Service } from '../../contract/cloud-status.ts'
import { SEVERITY } from '../../domain/record.ts'
import { issuesOf } from './row-state.ts'
import { timelineBlock, timelineIssues } from './timeline-block.ts'

test('S-02 a block has what its rows show, without the texts', () => {
  const answer = answerOf([service('Frankfurt IV', { info: 'Frankfurt', category_status: [ISSUE] })])
  expect(timelineBlock(answer, timelineIssues([answer]))).toEqual({
    page: 0,
    now: '2026-11-15T10:42:00.000Z',
    categories: [
      {
        tid: 1,
        title: 'Europe',
        rows: [
          {
            tid: 10,
            name: 'Frankfurt IV',
            slug: 'frankfurt-iv',
            info: '',
            isActive: true,
            life: null,
            issues: [7],
          },
        ],
      },
    ],
  })
})

test('an issue in several rows is included once, without its body', () => {
  const rows = [
    service('Frankfurt IV', { category_status: [ISSUE] }),
    service('Zürich II', { category_status: [ISSUE] }),
  ]
  const whole = timelineIssues([answerOf(rows), answerOf(rows)])
  expect(whole).toEqual({
    7: {
      id: 7,
      title: 'Connections failing',
      summary: 'New sessions time out.',
      severityTid: SEVERITY.serviceDisruption,
      from: '2026-11-15T08:14:00.000Z',
      to: null,
      updated_on: '2026-11-15T10:00:00.000Z',
    },
  })
})

test('an issue is described as a whole, and a row says if it is less severe, began later or is over there', () => {
  const recovered = { ...ISSUE, severityTid: SEVERITY.serviceDegradation, to: '2026-11-15T09:00:00.000Z' }
  const rows = [
    service('Frankfurt IV', { category_status: [recovered] }),
    service('Zürich II', { category_status: [ISSUE] }),
  ]
  const whole = timelineIssues([answerOf(rows)])
  expect(whole[7]).toMatchObject({ severityTid: SEVERITY.serviceDisruption, to: null })
  const [first, second] = rowsOf(rows)
  expect(second).not.toHaveProperty('here')
  expect(first && issuesOf(first, whole)).toMatchObject([
    { severityTid: recovered.severityTid, from: ISSUE.from, to: recovered.to },
  ])
})

test('a city is shown unless the name contains it', () => {
  const [row] = rowsOf([service('GRU 2', { info: 'São Paulo' })])
  expect(row?.info).toBe('São Paulo')
})

test('U-09 only subscribed rows are marked as such', () => {
  const [followed, other] = rowsOf([service('Relay', { subscribed: 1 }), service('Gateway')])
  expect(followed?.isSubscribed).toBe(true)
  expect(other).not.toHaveProperty('isSubscribed')
})

test('U-07 a row says if All includes it', () => {
  const covered = { subscribed: 1, covered_by_all: 1 } as const
  const [part, single] = rowsOf([
    service('Relay', covered),
    service('Gateway', { ...covered, covered_by_all: 0 }),
  ])
  expect(part?.isPartOfAll).toBe(true)
  expect(single).not.toHaveProperty('isPartOfAll')
})

test.each<[string, Partial<Service>]>([
  ['begun this week', { startDate: '2026-11-10' }],
  ['ended', { endDate: '2026-11-12' }],
  ['decommissioned', { status: 0 }],
])('S-09 the lifetime of a service that is %s is included', (_, particulars) => {
  const [row] = rowsOf([service('Relay', particulars)])
  expect(row?.life).toEqual({
    isActive: particulars.status !== 0,
    startDate: particulars.startDate ?? '2020-01-01',
    endDate: particulars.endDate ?? null,
  })
})

function rowsOf(services: Service[]) {
  const answer = answerOf(services)
  return timelineBlock(answer, timelineIssues([answer])).categories.flatMap(({ rows }) => rows)
}

const ISSUE: Service['category_status'][number] = {
  id: 7,
  title: 'Connections failing',
  alias: 'connections-failing',
  short_description: 'New sessions time out.',
  description: '<p>A long story.</p>',
  from: '2026-11-15T08:14:00.000Z',
  to: null,
  status: 'In Progress',
  severityTid: SEVERITY.serviceDisruption,
  name: 'Frankfurt IV',
  updated_on: '2026-11-15T10:00:00.000Z',
}

function answerOf(subCategory: Service[]): CloudStatus['data'] {
  return {
    category: [{ tid: 1, title: 'Europe', subCategory }],
    severity: [],
    start_date: '2026-11-09',
    end_date: '2026-11-15',
    current_time: '2026-11-15T10:42:00.000Z',
    page_number: 0,
  }
}

function service(name: string, particulars: Partial<Service> = {}) {
  return madeUpService(10, name, particulars)
}
