import { expect, test } from 'vitest'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import { readyContent } from './ready-content.ts'

const now = new Date('2026-11-15T03:00:00Z')
const incident = { ...emptyContent({ kind: 'incident' }), title: ' Slow ' }

test('an incident without a start begins when it is published', () => {
  expect(readyContent(incident, { isFirst: true, wasClosed: false, isClosed: false, now })).toMatchObject({
    title: 'Slow',
    from_time: now.toISOString(),
    closed_on: null,
  })
  expect(
    readyContent(incident, { isFirst: false, wasClosed: false, isClosed: false, now }).from_time,
  ).toBeNull()
})

test('an incident never starts after it is published', () => {
  const from_time = '2026-11-15T03:04:00.000Z'
  const publishing = { isFirst: false, wasClosed: false, isClosed: false, now }
  expect(readyContent({ ...incident, from_time }, publishing).from_time).toBe(now.toISOString())
  const work = { ...emptyContent({ kind: 'maintenance' }), from_time }
  expect(readyContent(work, publishing).from_time).toBe(from_time)
})

test('a closed record has an end, its own if given', () => {
  expect(readyContent(incident, { isFirst: true, wasClosed: false, isClosed: true, now }).closed_on).toBe(
    now.toISOString(),
  )
  const closed_on = '2026-11-15T02:00:00.000Z'
  const closed = readyContent(
    { ...incident, closed_on },
    { isFirst: true, wasClosed: false, isClosed: true, now },
  )
  expect(closed).toMatchObject({ from_time: closed_on, closed_on })
})

test('a closed incident loses the end that was expected later, and keeps an earlier one', () => {
  const closing = { isFirst: false, wasClosed: false, isClosed: true, now }
  const ended = (to_time: string) => readyContent({ ...incident, to_time }, closing).to_time
  expect(ended('2026-11-15T06:00:00.000Z')).toBeNull()
  expect(ended('2026-11-15T02:00:00.000Z')).toBe('2026-11-15T02:00:00.000Z')
  const open = { ...incident, to_time: '2026-11-15T06:00:00.000Z' }
  expect(readyContent(open, { ...closing, isClosed: false }).to_time).toBe(open.to_time)
})

test('an incident that goes on after all loses the end that it had, and keeps one that is still to come', () => {
  const reopening = { isFirst: false, wasClosed: true, isClosed: false, now }
  const ends = (to_time: string) => readyContent({ ...incident, to_time }, reopening).to_time
  expect(ends('2026-11-15T02:00:00.000Z')).toBeNull()
  expect(ends('2026-11-15T06:00:00.000Z')).toBe('2026-11-15T06:00:00.000Z')
})

test('a maintenance starts when it says so', () => {
  const maintenance = emptyContent({ kind: 'maintenance' })
  expect(
    readyContent(maintenance, { isFirst: true, wasClosed: false, isClosed: false, now }).from_time,
  ).toBeNull()
})
