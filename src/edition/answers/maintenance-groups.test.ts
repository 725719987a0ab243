import { expect, test } from 'vitest'
import type { WorkTimes } from '../../domain/work-phase.ts'
import { maintenanceGroups } from './maintenance-groups.ts'

const NOW = new Date('2026-11-16T12:00:00Z')

test('L-01 maintenance in progress comes first, then upcoming, soonest first, then past, newest first', () => {
  const newestFirst = [
    work('in a month', { from: '2026-12-16T12:00:00Z' }),
    work('postponed from tomorrow', { from: '2026-11-17T13:00:00Z', event: 'postponed', isClosed: true }),
    work('tomorrow', { from: '2026-11-17T12:00:00Z' }),
    work('without a time', {}),
    work('running', { from: '2026-11-16T11:00:00Z' }),
    work('cancelled yesterday', { from: '2026-11-15T12:00:00Z', event: 'postponed', isClosed: true }),
    work('done', { from: '2026-11-14T12:00:00Z', event: 'completed', isClosed: true }),
    work('running for long', { from: '2026-11-13T11:00:00Z' }),
  ]
  const { grouped, until } = maintenanceGroups(newestFirst, NOW)
  expect(grouped.map(({ work: { name }, group }) => `${group}: ${name}`)).toEqual([
    'in_progress: running',
    'in_progress: running for long',
    'upcoming: tomorrow',
    'upcoming: postponed from tomorrow',
    'upcoming: in a month',
    'upcoming: without a time',
    'past: cancelled yesterday',
    'past: done',
  ])
  expect(until).toEqual(new Date('2026-11-17T12:00:00Z'))
})

test('L-01 work started early is in progress, and without upcoming work there is no next change', () => {
  const early = { ...work('early', { from: '2026-11-18T12:00:00Z' }), actual_from_time: NOW }
  expect(maintenanceGroups([early], NOW)).toEqual({
    grouped: [{ work: early, group: 'in_progress' }],
    until: undefined,
  })
})

function work(
  name: string,
  {
    from,
    event = 'scheduled',
    isClosed = false,
  }: { from?: string; event?: WorkTimes['event_type']; isClosed?: boolean },
) {
  return {
    name,
    event_type: event,
    from_time: from === undefined ? null : new Date(from),
    closed_on: isClosed ? new Date('2026-11-15T00:00:00Z') : null,
    actual_from_time: null as Date | null,
  }
}
