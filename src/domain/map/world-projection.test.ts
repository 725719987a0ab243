import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MIDDLE_LONGITUDE_DEGREES, placeAt, projectPlace, WORLD } from './world-projection.ts'

test('the center of the map is its middle meridian on the equator', () => {
  const middle = projectPlace({ latitude: 0, longitude: MIDDLE_LONGITUDE_DEGREES })
  expect(middle.x).toBeCloseTo(WORLD.width / 2)
  expect(middle.y).toBeCloseTo(WORLD.height / 2)
})

test('the poles are at the top and bottom edges', () => {
  expect(projectPlace({ latitude: 90, longitude: 0 }).y).toBeCloseTo(0)
  expect(projectPlace({ latitude: -90, longitude: 0 }).y).toBeCloseTo(WORLD.height)
})

test('180° east and west are the same line', () => {
  const west = projectPlace({ latitude: -17, longitude: -180 })
  const east = projectPlace({ latitude: -17, longitude: 180 })
  expect(west).toEqual(east)
})

test('every place is on the map, with north above south and east right of west', () => {
  const latitude = fc.double({ min: -90, max: 90, noNaN: true })
  const longitude = fc.double({ min: -168, max: 190, noNaN: true })
  fc.assert(
    fc.property(latitude, latitude, longitude, longitude, (north, south, east, west) => {
      const a = projectPlace({ latitude: north, longitude: east })
      const b = projectPlace({ latitude: south, longitude: west })
      for (const { x, y } of [a, b]) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(WORLD.width)
        expect(y).toBeGreaterThanOrEqual(-0.001)
        expect(y).toBeLessThanOrEqual(WORLD.height + 0.001)
      }
      if (north > south) expect(a.y).toBeLessThanOrEqual(b.y)
      if (east > west) expect(a.x).toBeGreaterThanOrEqual(b.x)
    }),
  )
})

test('Z-04 a projected place can be read back from its point', () => {
  const latitude = fc.double({ min: -90, max: 90, noNaN: true })
  const longitude = fc.double({ min: -168.9, max: 180, noNaN: true })
  fc.assert(
    fc.property(latitude, longitude, (north, east) => {
      const found = placeAt(projectPlace({ latitude: north, longitude: east }))
      expect(found.latitude).toBeCloseTo(north, 6)
      expect(found.longitude).toBeCloseTo(east, 6)
    }),
  )
})

test('Z-04 points outside the map are moved to its edge', () => {
  const { latitude, longitude } = placeAt({ x: WORLD.width + 50, y: -50 })
  expect(latitude).toBeCloseTo(90)
  expect(longitude).toBeCloseTo(MIDDLE_LONGITUDE_DEGREES - 180)
})
