import { describe, expect, test } from 'vitest'
import type { PlannedBanner } from './banner.ts'
import { bannersInForce, bannersOn, lastBannerChange, nextBannerChange } from './banners-in-force.ts'

const NOW = new Date('2026-11-15T10:00:00.000Z')
const BEFORE = new Date('2026-11-15T09:00:00.000Z')
const AFTER = new Date('2026-11-15T11:00:00.000Z')
const LATER = new Date('2026-11-15T12:00:00.000Z')

describe('O-01 a banner is shown', () => {
  test.each([
    ['without a period', {}, true],
    ['from its start on', { startsAt: NOW }, true],
    ['after its start', { startsAt: BEFORE }, true],
    ['not before its start', { startsAt: AFTER }, false],
    ['before its end', { endsAt: AFTER }, true],
    ['no longer at its end', { endsAt: NOW }, false],
    ['not after its end', { startsAt: BEFORE, endsAt: NOW }, false],
    ['between start and end', { startsAt: BEFORE, endsAt: AFTER }, true],
  ])('%s', (_, period, isInForce) => {
    expect(bannersInForce([banner(period)], NOW).length).toBe(isInForce ? 1 : 0)
  })

  test('without its period', () => {
    const [shown] = bannersInForce([banner({ startsAt: BEFORE, endsAt: AFTER })], NOW)
    expect(Object.keys(shown ?? {})).toEqual(['id', 'cloud', 'gravity', 'text', 'link'])
  })
})

test('O-01 banners are sorted by severity, then newest first', () => {
  const planned = [
    banner({ id: 1, gravity: 'notice' }),
    banner({ id: 2, gravity: 'critical' }),
    banner({ id: 3, gravity: 'warning' }),
    banner({ id: 4, gravity: 'notice' }),
    banner({ id: 5, gravity: 'critical', startsAt: AFTER }),
    banner({ id: 6, gravity: 'warning' }),
  ]
  const order = [2, 6, 3, 4, 1]
  expect(bannersInForce(planned, NOW).map(({ id }) => id)).toEqual(order)
  expect(bannersInForce(planned.toReversed(), NOW).map(({ id }) => id)).toEqual(order)
})

test('O-01 a banner with a cloud is for that cloud, one without for all', () => {
  const banners = [
    banner({ id: 1, cloud: null }),
    banner({ id: 2, cloud: 'a' }),
    banner({ id: 3, cloud: 'b' }),
  ]
  const on = (cloud: string | undefined) => bannersOn(banners, cloud).map(({ id }) => id)
  expect(on('a')).toEqual([1, 2])
  expect(on('b')).toEqual([1, 3])
  expect(on(undefined)).toEqual([1])
})

describe('O-01 the banners change', () => {
  const planned = [banner({ startsAt: AFTER, endsAt: LATER }), banner({ startsAt: BEFORE }), banner({})]

  test('next at the next start or end, and never if nothing is planned', () => {
    expect(nextBannerChange(planned, NOW)).toEqual(AFTER)
    expect(nextBannerChange(planned, AFTER)).toEqual(LATER)
    expect(nextBannerChange(planned, LATER)).toBeUndefined()
    expect(nextBannerChange([banner({})], NOW)).toBeUndefined()
  })

  test('last at the most recent start or end', () => {
    expect(lastBannerChange(planned, NOW)).toEqual(BEFORE)
    expect(lastBannerChange(planned, AFTER)).toEqual(AFTER)
    expect(lastBannerChange(planned, new Date(BEFORE.getTime() - 1))).toBeUndefined()
  })
})

function banner(of: Partial<PlannedBanner>): PlannedBanner {
  return {
    id: 1,
    cloud: null,
    gravity: 'notice',
    text: 'Text',
    link: null,
    startsAt: null,
    endsAt: null,
    ...of,
  }
}
