import { expect, test } from 'vitest'
import { madeUpCenter } from '../../../tests/support/made-up-centers.ts'
import { toMapCenter } from './map-center.ts'
import { mapBadges, mapLabels } from './map-lettering.ts'
import { mapMarkers } from './map-marker.ts'

const PLACES = [
  madeUpCenter(1, { city: 'Frankfurt', latitude: 50.1, longitude: 8.7, state: 'service_disruption' }),
  madeUpCenter(2, { city: 'Zürich', latitude: 47.4, longitude: 8.5, state: 'under_maintenance' }),
  madeUpCenter(3, { city: 'Lagos', latitude: 6.5, longitude: 3.4 }),
  madeUpCenter(4, { city: 'Paris', name: 'Paris I', latitude: 48.9, longitude: 2.3 }),
  madeUpCenter(5, { city: 'Paris', name: 'Paris II', latitude: 43, longitude: 1 }),
]
const markers = mapMarkers(
  PLACES.map((center) => toMapCenter(center, false)),
  0.5,
)
const everyone = () => true

test('M-01 places in trouble are named first, even on a phone-sized world, which has no other names', () => {
  const names = mapLabels(markers, { pxPerUnit: 0.5, isNamed: everyone }).map(({ text }) => text)
  expect(names[0]).toBe('Frankfurt')
  expect(names.every((name) => ['Frankfurt', 'Zürich'].includes(name))).toBe(true)
  const quiet = markers.filter(({ state }) => state === 'operational')
  expect(mapLabels(quiet, { pxPerUnit: 0.5, isNamed: everyone })).toEqual([])
})

test('the whole world shows names of large countries and no cities; zooming in shows more', () => {
  const far = mapLabels(markers, { pxPerUnit: 1, isNamed: everyone })
  expect(far.map(({ text }) => text)).toContain('Russia')
  expect(far.map(({ text }) => text)).not.toContain('Switzerland')
  expect(far.filter(({ kind }) => kind === 'city').map(({ text }) => text)).not.toContain('Lagos')
  const close = mapLabels(markers, { pxPerUnit: 8, isNamed: everyone })
  expect(close.length).toBeGreaterThan(far.length)
  expect(close.map(({ text }) => text)).toContain('Switzerland')
})

test('zoomed in, markers show their city, or their own name if the city has several', () => {
  const cities = mapLabels(markers, { pxPerUnit: 8, isNamed: everyone }).filter(({ kind }) => kind === 'city')
  expect(cities.map(({ text }) => text).sort()).toEqual([
    'Frankfurt',
    'Lagos',
    'Paris I',
    'Paris II',
    'Zürich',
  ])
})

test('places outside the search are not named', () => {
  const cities = mapLabels(markers, { pxPerUnit: 8, isNamed: ({ id }) => id === 3 }).filter(
    ({ kind }) => kind === 'city',
  )
  expect(cities.map(({ text }) => text)).toEqual(['Lagos'])
})

test('only markers in trouble have a badge', () => {
  expect(mapBadges(markers, 1).map(({ marker }) => marker.id)).toEqual([2, 1])
})
