import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockReading, momentOfReading } from './clock-reading.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
]

test.each([
  ['2026-11-15T18:45:59Z', 'UTC', '2026-11-15 18:45'],
  ['2026-11-15T18:45:00Z', 'Asia/Kolkata', '2026-11-16 00:15'],
  ['2026-07-01T18:45:00Z', 'America/New_York', '2026-07-01 14:45'],
  ['2026-12-31T23:30:00Z', 'Europe/Berlin', '2027-01-01 00:30'],
])('L-11 the clock in a zone: %s in %s', (at, zone, expected) => {
  expect(clockReading(new Date(at), zone)).toBe(expected)
})

test('Z-02 when clocks go back, an hour occurs twice, and both times are returned', () => {
  const reading = { year: 2026, month: 11, day: 1, hour: 1, minute: 15 }
  expect(momentOfReading(reading, 'America/New_York')).toEqual({
    kind: 'twice',
    at: new Date('2026-11-01T05:15:00Z'),
    second: new Date('2026-11-01T06:15:00Z'),
  })
})

test('Z-02 when clocks go forward, a skipped time is moved after the jump', () => {
  const reading = { year: 2026, month: 3, day: 8, hour: 2, minute: 15 }
  const moment = momentOfReading(reading, 'America/New_York')
  expect(moment).toEqual({ kind: 'never', at: new Date('2026-03-08T07:15:00Z') })
})

test('Z-02 half an hour of daylight saving, as on Lord Howe', () => {
  const reading = { year: 2026, month: 10, day: 4, hour: 2, minute: 15 }
  expect(momentOfReading(reading, 'Australia/Lord_Howe')?.kind).toBe('never')
})

test('Z-02 February 30 is invalid', () => {
  expect(momentOfReading({ year: 2026, month: 2, day: 30, hour: 1, minute: 0 }, 'UTC')).toBeUndefined()
})

test.each(ZONES)('Z-02 a year that is still being typed is a time of its own in %s', (zone) => {
  for (const year of [2, 20, 202]) {
    const reading = { year, month: 11, day: 15, hour: 18, minute: 45 }
    const at = momentOfReading(reading, zone)?.at ?? new Date(Number.NaN)
    expect(clockReading(at, zone)).toBe(`${String(year).padStart(4, '0')}-11-15 18:45`)
  }
})

test('Z-02 a clock reading leads back to its time in every zone', () => {
  const from = Date.UTC(2000, 0, 1)
  const to = Date.UTC(2037, 0, 1)
  fc.assert(
    fc.property(fc.integer({ min: from, max: to }), fc.constantFrom(...ZONES), (ms, zone) => {
      const at = new Date(Math.floor(ms / 60_000) * 60_000)
      const [year, month, day, hour, minute] = clockReading(at, zone).split(/[- :]/).map(Number)
      const found = momentOfReading(
        { year: year ?? 0, month: month ?? 0, day: day ?? 0, hour: hour ?? 0, minute: minute ?? 0 },
        zone,
      )
      const moments =
        found === undefined ? [] : found.kind === 'twice' ? [found.at, found.second] : [found.at]
      expect(moments.map((moment) => moment.toISOString())).toContain(at.toISOString())
    }),
  )
})
