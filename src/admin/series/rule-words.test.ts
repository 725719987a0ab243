import { expect, test } from 'vitest'
import { ruleWords } from './rule-words.ts'

const CLOCK = {
  time: '02:00',
  time_zone: 'Europe/Zurich',
  minutes: 90,
  from_day: '2026-11-15',
  until_day: null,
}

test('Z-02 a weekly rule lists its days in order', () => {
  expect(ruleWords({ every: 'weeks', weeks: 1, weekdays: [2], ...CLOCK })).toBe(
    'Every Tuesday at 02:00 Zurich time, for 1 h 30 min',
  )
  expect(ruleWords({ every: 'weeks', weeks: 2, weekdays: [7, 2, 4], ...CLOCK })).toBe(
    'Every 2 weeks on Tuesday, Thursday and Sunday at 02:00 Zurich time, for 1 h 30 min',
  )
})

test('Z-02 a monthly rule names its day, and UTC stays UTC', () => {
  expect(ruleWords({ every: 'month', nth: -1, weekday: 6, ...CLOCK, time_zone: 'UTC', minutes: 120 })).toBe(
    'Every last Saturday of the month at 02:00 UTC, for 2 h',
  )
})
