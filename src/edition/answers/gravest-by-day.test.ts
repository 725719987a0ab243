import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENT_KINDS } from '../../domain/calendar/event-kind.ts'
import { type DatedEvent, gravestByDay } from './gravest-by-day.ts'
import { touchesDay } from './touched-days.ts'

const BOUNDS = { first: 100, last: 160 }

test('L-05 a day shows the most severe of its events, and a milder one once that is over', () => {
  const events: DatedEvent[] = [
    { kind: 'service_degradation', days: { first: 110, last: 113 } },
    { kind: 'service_disruption', days: { first: 111, last: 112 } },
  ]
  expect([...gravestByDay(events, BOUNDS)]).toEqual([
    [110, 'service_degradation'],
    [111, 'service_disruption'],
    [112, 'service_disruption'],
    [113, 'service_degradation'],
  ])
})

test('L-05 harm outranks danger, danger outranks plans, and ended events rank last', () => {
  expect(EVENT_KINDS).toEqual([
    'service_disruption',
    'service_degradation',
    'under_investigation',
    'security_advisory',
    'scheduled',
    'postponed',
    'informational',
    'completed',
  ])
})

test('a day has a kind only if an event touches it: the most severe one’s', () => {
  const event = fc.record({
    kind: fc.constantFrom(...EVENT_KINDS),
    first: fc.integer({ min: 60, max: 200 }),
    length: fc.integer({ min: 0, max: 80 }),
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (drawn) => {
      const events = drawn.map(({ kind, first, length }) => ({ kind, days: { first, last: first + length } }))
      const found = gravestByDay(events, BOUNDS)
      for (let day = BOUNDS.first; day <= BOUNDS.last; day++) {
        const ofDay = events.filter(({ days }) => touchesDay(days, day)).map(({ kind }) => kind)
        expect(found.get(day)).toBe(EVENT_KINDS.find((kind) => ofDay.includes(kind)))
      }
    }),
  )
})

test("an event of a thousand years costs no more than the calendar's bounds", () => {
  const forever = { kind: 'service_disruption' as const, days: { first: -400_000, last: 400_000 } }
  expect(gravestByDay([forever], BOUNDS).size).toBe(61)
})
