import { expect, test } from 'vitest'
import { type LifeState, nextLifeState } from './life-state.ts'

const AT = new Date('2026-11-15T12:00:00Z')
const NOW = { at: AT, now: AT }
const BEFORE = new Date('2026-11-15T10:00:00Z')
const AFTER = new Date('2026-11-15T14:00:00Z')

const INCIDENT: LifeState = {
  kind: 'incident',
  status_class: 'in-progress',
  is_closed: false,
  from_time: BEFORE,
  to_time: null,
  actual_from_time: null,
  actual_to_time: null,
  closed_on: null,
  starts_by_itself: true,
  ends_by_itself: true,
}
const PLANNED: LifeState = {
  ...INCIDENT,
  kind: 'maintenance',
  status_class: 'scheduled',
  from_time: AFTER,
  to_time: new Date('2026-11-15T16:00:00Z'),
}
const UNDER_WAY: LifeState = {
  ...PLANNED,
  status_class: 'in-progress',
  from_time: BEFORE,
  actual_from_time: BEFORE,
}

const open = (name: string) => ({ class: name, is_closed: false })
const closed = (name: string) => ({ class: name, is_closed: true })

test('the same status changes nothing', () => {
  expect(nextLifeState(INCIDENT, open('in-progress'), NOW)).toEqual({ step: 'updated', changes: {} })
})

test('an incident ends when it is closed, and its stated end is not later', () => {
  expect(nextLifeState(INCIDENT, closed('resolved'), NOW)).toEqual({
    step: 'resolved',
    changes: { closed_on: AT },
  })
  expect(nextLifeState({ ...INCIDENT, to_time: BEFORE }, closed('resolved'), NOW).changes).toEqual({
    closed_on: AT,
  })
  expect(nextLifeState({ ...INCIDENT, to_time: AFTER }, closed('resolved'), NOW).changes).toEqual({
    closed_on: AT,
    to_time: null,
  })
})

test('an incident that continues has no end', () => {
  const over = { ...INCIDENT, status_class: 'resolved', is_closed: true, closed_on: BEFORE, to_time: BEFORE }
  expect(nextLifeState(over, open('in-progress'), NOW)).toEqual({
    step: 'updated',
    changes: { closed_on: null, to_time: null },
  })
})

test('another closed status does not end a closed record again', () => {
  const ended = { is_closed: true, closed_on: BEFORE }
  const same = { step: 'updated', changes: {} }
  const resolved = { ...INCIDENT, ...ended, status_class: 'resolved' }
  expect(nextLifeState(resolved, closed('archived'), NOW)).toEqual(same)
  const completed = { ...UNDER_WAY, ...ended, status_class: 'completed', actual_to_time: BEFORE }
  expect(nextLifeState(completed, closed('archived'), NOW)).toEqual(same)
  const canceled = { ...PLANNED, ...ended, status_class: 'archived' }
  expect(nextLifeState(canceled, closed('completed'), NOW)).toEqual(same)
  // Postponed work isn't over: it may still take place, or be canceled.
  expect(nextLifeState(canceled, closed('postponed'), NOW).step).toBe('postponed')
  const postponed = { ...PLANNED, ...ended, status_class: 'postponed' }
  expect(nextLifeState(postponed, closed('archived'), NOW)).toEqual({
    step: 'cancelled',
    changes: { closed_on: AT },
  })
})

test('a maintenance starts now, whatever was planned', () => {
  expect(nextLifeState(PLANNED, open('in-progress'), NOW)).toEqual({
    step: 'started',
    changes: { closed_on: null, actual_from_time: AT, actual_to_time: null },
  })
  expect(nextLifeState(UNDER_WAY, open('monitoring'), NOW)).toMatchObject({
    step: 'updated',
    changes: { actual_from_time: BEFORE },
  })
})

test('a maintenance is completed, postponed or canceled by the class of its status', () => {
  expect(nextLifeState(UNDER_WAY, closed('completed'), NOW)).toEqual({
    step: 'completed',
    changes: { closed_on: AT, actual_from_time: BEFORE, actual_to_time: AT },
  })
  expect(nextLifeState(UNDER_WAY, closed('postponed'), NOW)).toEqual({
    step: 'postponed',
    changes: { closed_on: AT, actual_from_time: null, actual_to_time: null },
  })
  expect(nextLifeState(UNDER_WAY, closed('archived'), NOW)).toEqual({
    step: 'cancelled',
    changes: { closed_on: AT, actual_to_time: AT },
  })
  expect(nextLifeState(PLANNED, closed('archived'), NOW).changes).toEqual({ closed_on: AT })
})

test('steps that the timetable would undo in the same minute are left to staff', () => {
  const late = {
    ...UNDER_WAY,
    to_time: BEFORE,
    status_class: 'completed',
    is_closed: true,
    closed_on: BEFORE,
  }
  expect(nextLifeState(late, open('in-progress'), NOW).changes).toMatchObject({ ends_by_itself: false })
  expect(nextLifeState(UNDER_WAY, open('scheduled'), NOW).changes).toMatchObject({ starts_by_itself: false })
  expect(nextLifeState(UNDER_WAY, open('monitoring'), NOW).changes).not.toHaveProperty('ends_by_itself')
})
