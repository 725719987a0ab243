import { expect, test } from 'vitest'
import { awaitsWindow, owesUpdate, recordSpan } from './record-span.ts'

const FROM = '2026-11-15T08:14:00.000Z'
const TO = '2026-11-15T11:00:00.000Z'

const OPEN_INCIDENT = {
  post_type: 'incident',
  event_type: 'service_disruption',
  status: 'In Progress',
  fromTime: FROM,
  toTime: null,
  closed_on: null,
  posted_on: '2026-11-15T08:20:00.000Z',
} as const

test('an open incident lasts until now', () => {
  expect(recordSpan(OPEN_INCIDENT)).toEqual({ kind: 'until-now', from: FROM })
})

test('a resolved incident lasted until its end', () => {
  const resolved = { ...OPEN_INCIDENT, status: 'Resolved', toTime: TO, closed_on: TO }
  expect(recordSpan(resolved)).toEqual({ kind: 'between', from: FROM, to: TO })
})

test('an incident closed without an end lasted until it was closed', () => {
  const closed = { ...OPEN_INCIDENT, status: 'Resolved', closed_on: TO }
  expect(recordSpan(closed)).toEqual({ kind: 'between', from: FROM, to: TO })
})

test('maintenance in progress is shown with its planned end', () => {
  const running = { ...OPEN_INCIDENT, post_type: 'maintenance', toTime: TO } as const
  expect(recordSpan(running)).toEqual({ kind: 'between', from: FROM, to: TO })
})

test('upcoming maintenance without an end does not last until now', () => {
  const ahead = { ...OPEN_INCIDENT, post_type: 'maintenance', status: 'Scheduled' } as const
  expect(recordSpan(ahead)).toEqual({ kind: 'from', from: FROM })
})

test('L-01 postponed or canceled maintenance keeps its planned time', () => {
  const off = { ...OPEN_INCIDENT, post_type: 'maintenance', event_type: 'postponed', toTime: TO } as const
  expect(recordSpan({ ...off, closed_on: TO })).toEqual({ kind: 'was-planned', from: FROM, to: TO })
})

test('postponed maintenance waits for a new window, canceled maintenance does not', () => {
  const off = { post_type: 'maintenance', event_type: 'postponed' } as const
  expect(awaitsWindow({ ...off, status: 'Postponed' })).toBe(true)
  expect(awaitsWindow({ ...off, status: 'Archived' })).toBe(false)
  expect(awaitsWindow({ ...off, event_type: 'scheduled', status: 'Scheduled' })).toBe(false)
})

test('an advisory does not last until now', () => {
  const advisory = { ...OPEN_INCIDENT, post_type: 'advisory' } as const
  expect(recordSpan(advisory)).toEqual({ kind: 'from', from: FROM })
})

test('a record without times is shown with its posting time', () => {
  const bare = { ...OPEN_INCIDENT, fromTime: null }
  expect(recordSpan(bare)).toEqual({ kind: 'posted', at: bare.posted_on })
})

test.each([
  ['an open incident', {}, true],
  ['maintenance ahead', { status: 'Scheduled' }, true],
  ['a record without a promise', { next_update: null }, false],
  ['a closed record', { closed_on: TO }, false],
  ['a record with a closing status', { status: 'Resolved' }, false],
])('%s owes an update: %o %s', (_, fields, owes) => {
  expect(owesUpdate({ ...OPEN_INCIDENT, next_update: TO, ...fields })).toBe(owes)
})
