import { expect, test } from 'vitest'
import { projectPlace } from '../../../domain/map/world-projection.ts'
import { mapFrame } from './map-frame.ts'

const FRANKFURT = { latitude: 50.1, longitude: 8.7 }
const SYDNEY = { latitude: -33.9, longitude: 151.2 }

test.each([
  ['one place', [FRANKFURT]],
  [
    'places far apart',
    [FRANKFURT, SYDNEY, { latitude: 61.2, longitude: -149.9 }, { latitude: -53.2, longitude: -70.9 }],
  ],
])('Z-02 the frame of %s contains all places', (_what, places) => {
  const frame = mapFrame(places)
  for (const { x, y } of places.map(projectPlace)) {
    expect(x).toBeGreaterThanOrEqual(frame.x)
    expect(x).toBeLessThanOrEqual(frame.x + frame.width)
    expect(y).toBeGreaterThanOrEqual(frame.y)
    expect(y).toBeLessThanOrEqual(frame.y + frame.height)
  }
})

test('Z-02 every frame has the proportions of the world', () => {
  const world = mapFrame([])
  const town = mapFrame([FRANKFURT])
  expect(town.width / town.height).toBeCloseTo(world.width / world.height)
  expect(town.width).toBeLessThan(world.width / 5)
})
