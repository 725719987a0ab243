import { expect, test } from 'vitest'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import { readyContent } from './ready-content.ts'

const now = new Date('2026-11-15T03:00:00Z')
const incident = { ...emptyContent({ kind: 'incident' }), title: ' Slow ' }

test('an incident without a start begins when it is published', () => {
  expect(readyContent(incident, { isFirst: true, isClosed: false, now })).toMatchObject({
    title: 'Slow',
    from_time: now.toISOString(),
    closed_on: null,
  })
  expect(readyContent(incident, { isFirst: false, isClosed: false, now }).from_time).toBeNull()
})

test('a closed record has an end, its own if given', () => {
  expect(readyContent(incident, { isFirst: true, isClosed: true, now }).closed_on).toBe(now.toISOString())
  const closed_on = '2026-11-15T02:00:00.000Z'
  const closed = readyContent({ ...incident, closed_on }, { isFirst: true, isClosed: true, now })
  expect(closed).toMatchObject({ from_time: closed_on, closed_on })
})

test('a maintenance starts when it says so', () => {
  const maintenance = emptyContent({ kind: 'maintenance' })
  expect(readyContent(maintenance, { isFirst: true, isClosed: false, now }).from_time).toBeNull()
})
