import { expect, test } from 'vitest'
import { nextBeginning, type WorkTimes, workPhase } from './work-phase.ts'

const NOW = new Date('2026-11-15T10:00:00Z')
const EARLIER = new Date('2026-11-15T09:00:00Z')
const SECONDS_LATER = new Date('2026-11-15T10:00:30Z')
const LATER = new Date('2026-11-15T11:00:00Z')

function work(of: Partial<WorkTimes>): WorkTimes {
  return { event_type: 'scheduled', from_time: LATER, closed_on: null, actual_from_time: null, ...of }
}

test.each([
  ['it has not started yet', {}, 'ahead'],
  ['its start has passed', { from_time: NOW }, 'under-way'],
  ['its start has passed and its end is unknown', { from_time: EARLIER }, 'under-way'],
  ['staff started it early', { actual_from_time: EARLIER }, 'under-way'],
  ['staff started it within this minute', { actual_from_time: SECONDS_LATER }, 'under-way'],
  ['its time is unknown', { from_time: null }, 'ahead'],
  ['it is closed', { from_time: EARLIER, closed_on: NOW }, 'over'],
  ['it is completed', { from_time: EARLIER, event_type: 'completed' }, 'over'],
  ['it is postponed', { event_type: 'postponed', closed_on: EARLIER }, 'put-off'],
  ['it is postponed during its window', { event_type: 'postponed', from_time: EARLIER }, 'put-off'],
] as const)('a maintenance when %s', (_, of, phase) => {
  expect(workPhase(work(of), NOW)).toBe(phase)
})

test('time alone starts only the next one that is ahead', () => {
  const soonest = new Date('2026-11-15T10:30:00Z')
  const works = [
    work({}),
    work({ from_time: soonest }),
    work({ from_time: EARLIER }),
    work({ from_time: new Date('2026-11-15T10:10:00Z'), event_type: 'postponed' }),
    work({ from_time: null }),
  ]
  expect(nextBeginning(works, NOW)).toEqual(soonest)
  expect(nextBeginning([work({ from_time: EARLIER })], NOW)).toBeUndefined()
})

test('one that is planned with seconds starts with its minute', () => {
  const begin = new Date('2026-11-15T10:30:20Z')
  const next = nextBeginning([work({ from_time: begin })], NOW)
  expect(next).toEqual(new Date('2026-11-15T10:30:00Z'))
  expect(workPhase(work({ from_time: begin }), next ?? NOW)).toBe('under-way')
})
