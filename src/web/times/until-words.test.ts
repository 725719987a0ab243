import { expect, test } from 'vitest'
import { agoWords, isOverdue, untilWords } from './until-words.ts'

const NOON = new Date('2026-11-15T12:00:00.000Z')

test.each([
  ['2026-11-15T12:18:00.000Z', 'in 18 minutes'],
  ['2026-11-15T12:00:30.000Z', 'in 1 minute'],
  ['2026-11-15T12:00:00.000Z', 'in less than a minute'],
  ['2026-11-15T13:30:00.000Z', 'in 90 minutes'],
  ['2026-11-15T17:10:00.000Z', 'in 5 hours'],
  ['2026-11-18T12:00:00.000Z', 'in 3 days'],
])('a promise for %s is due %s', (promised, words) => {
  expect(untilWords(NOON, promised)).toBe(words)
})

test.each([
  ['2026-11-15T11:59:50.000Z', 'overdue by less than a minute'],
  ['2026-11-15T11:59:00.000Z', 'overdue by 1 minute'],
  ['2026-11-15T09:00:00.000Z', 'overdue by 3 hours'],
])('a promise for %s is %s', (promised, words) => {
  expect(untilWords(NOON, promised)).toBe(words)
})

test('a promise is overdue only after its exact time', () => {
  expect(isOverdue(NOON, '2026-11-15T12:00:00.000Z')).toBe(false)
  expect(isOverdue(NOON, '2026-11-15T11:59:59.999Z')).toBe(true)
})

test.each([
  ['2026-11-15T12:00:20.000Z', 'less than a minute ago'],
  ['2026-11-15T11:59:01.000Z', 'less than a minute ago'],
  ['2026-11-15T11:46:00.000Z', '14 minutes ago'],
  ['2026-11-15T07:00:00.000Z', '5 hours ago'],
  ['2026-11-12T12:00:00.000Z', '3 days ago'],
])('%s was %s', (since, words) => {
  expect(agoWords(NOON, since)).toBe(words)
})
