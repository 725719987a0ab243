import { expect, test } from 'vitest'
import type { AlertGroup, AlertIncidentState } from '../../domain/alerts/alert-group.ts'
import { planState } from './plan-state.ts'

const now = new Date('2026-11-15T03:30:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

function group(incidentState: AlertIncidentState, closedAt: Date | null = null): AlertGroup {
  return {
    alerts: {
      state: {
        isFiring: closedAt === null,
        startsAt: minutesAgo(30).toISOString(),
        endsAt: null,
        severityTid: 19,
        rank: 0,
        words: '<p>Slow.</p>',
        note: '',
        clouds: [],
        services: [],
        dataCenters: [],
        isTold: true,
      },
    },
    telling: {
      publishes: true,
      notifies: true,
      toldAt: minutesAgo(30).toISOString(),
      toldRank: 0,
      closedBy: closedAt === null ? null : 'alerts',
      overUntil: null,
    },
    dueAt: null,
    closedAt,
    incidentState,
  }
}

function plan(of: AlertGroup | undefined, severityTid: number | undefined, message = '') {
  return planState({ group: of, isTrouble: severityTid !== undefined, severityTid, message, now }).kind
}

test('Z-08 trouble opens, a new severity or text updates, the end resolves', () => {
  expect(plan(undefined, 19)).toBe('open')
  expect(plan(group('open'), 19)).toBe('nothing')
  expect(plan(group('open'), 19, '<p>Slow.</p>')).toBe('nothing')
  expect(plan(group('open'), 20)).toBe('update')
  expect(plan(group('open'), 19, '<p>Slower.</p>')).toBe('update')
  expect(plan(group('open'), undefined)).toBe('resolve')
})

test('Z-08 a component that was running before is not news', () => {
  expect(plan(undefined, undefined)).toBe('nothing')
  expect(plan(group('closed', minutesAgo(1)), undefined)).toBe('nothing')
})

test('Z-08 it is the same incident within ten minutes', () => {
  expect(plan(group('closed', minutesAgo(10)), 19)).toBe('reopen')
  expect(plan(group('closed', minutesAgo(11)), 19)).toBe('open')
  expect(plan(group('gone', minutesAgo(1)), 19)).toBe('open')
  expect(plan(group('open', minutesAgo(60)), 19)).toBe('update')
})

test.each(['closed', 'gone', 'draft'] as const)(
  'Z-08 an incident that is %s by hand is left to staff until it is over',
  (incidentState) => {
    expect(plan(group(incidentState), 20)).toBe('keep')
    expect(plan(group(incidentState), undefined)).toBe('let-go')
  },
)
