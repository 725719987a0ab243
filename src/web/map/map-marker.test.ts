import { expect, test } from 'vitest'
import { type MapCenter, toMapCenter } from './map-center.ts'
import { mapMarkers, markerWith } from './map-marker.ts'

test("M-01 a marker's label has name, place, kind and status", () => {
  const [marker] = mapMarkers(
    [center(1, { name: 'Frankfurt I', premium_dc: 1, state: 'service_disruption' })],
    0.5,
  )
  expect(marker).toMatchObject({
    kind: 'premium',
    label: 'Frankfurt I, Frankfurt, Germany: Premium, disrupted',
  })
})

test('M-03 the label of a merged marker has count, place and trouble, worst first', () => {
  const [marker, ...others] = mapMarkers(
    [
      center(1),
      center(2, { state: 'under_maintenance' }),
      center(3, { state: 'service_disruption' }),
      center(4, { state: 'service_disruption' }),
    ],
    0.5,
  )
  expect(others).toEqual([])
  expect(marker).toMatchObject({
    kind: 'multiple',
    state: 'service_disruption',
    label: '4 data centers, Frankfurt, Germany: 2 disrupted, 1 under maintenance',
  })
})

test('M-03 a data center is found again in the marker that it was merged into', () => {
  const centers = [center(1), center(2, { latitude: 50.2 }), center(3, { latitude: 10 })]
  expect(markerWith(mapMarkers(centers, 0), 2)?.id).toBe(2)
  expect(markerWith(mapMarkers(centers, 0.5), 2)?.id).toBe(1)
  expect(markerWith(mapMarkers(centers, 0.5), 4)).toBeUndefined()
})

test('M-03 the label of a merged marker without trouble says so and names at most two places', () => {
  const places = ['Copenhagen', 'Malmö', 'Lund', 'Landskrona']
  const [marker] = mapMarkers(
    places.map((city, index) => center(index, { city, country: 'SE' })),
    0.5,
  )
  expect(marker?.label).toBe(
    '4 data centers, Copenhagen, Sweden, Malmö, Sweden and\u00a02\u00a0more: all running',
  )
})

test('markers in trouble are painted last, and merged ones above single ones', () => {
  const markers = mapMarkers(
    [
      center(1, { latitude: 10, state: 'service_disruption' }),
      center(2, { latitude: 20, state: 'under_investigation' }),
      center(3, { latitude: 30 }),
      center(4, { latitude: 30 }),
      center(5, { latitude: 40 }),
    ],
    0.5,
  )
  expect(markers.map(({ id }) => id)).toEqual([5, 3, 2, 1])
})

test('a city state is named once', () => {
  expect(center(1, { city: 'Singapore', country: 'SG' }).place).toBe('Singapore')
})

function center(tid: number, change: Partial<Parameters<typeof toMapCenter>[0]> = {}): MapCenter {
  return toMapCenter(
    {
      tid,
      name: `Frankfurt ${tid}`,
      slug: `frankfurt-${tid}`,
      city: 'Frankfurt',
      country: 'DE',
      region: 'Europe',
      latitude: 50.11,
      longitude: 8.68,
      premium_dc: 0,
      intfedmoddc: 0,
      regional_surcharge: 0,
      state: 'operational',
      open: [],
      ...change,
    },
    false,
  )
}
