import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MARKER_MERGE_DEGREES } from '../../domain/constants.ts'
import { angularDistance } from './angular-distance.ts'
import { isWithin, mergeMarkers, type Placed } from './merge-markers.ts'

describe('M-03 markers', () => {
  test('within half a degree of each other are merged', () => {
    expect(groupsOf([at(50, 8), at(50.3, 8.2)])).toEqual([[1, 2]])
  })

  test('exactly half a degree apart are merged, any farther are not', () => {
    expect(MARKER_MERGE_DEGREES).toBe(0.5)
    expect(groupsOf([at(10, 20), at(10.5, 20)])).toEqual([[1, 2]])
    expect(groupsOf([at(10, 20), at(10.501, 20)])).toEqual([[1], [2]])
  })

  test('merge from neighbor to neighbor, however far apart the ends are', () => {
    expect(groupsOf([at(0, 0), at(0, 0.9), at(0, 0.45)])).toEqual([[1, 2, 3]])
  })

  test('on both sides of the date line are neighbors', () => {
    expect(groupsOf([at(-17, 179.9), at(-17, -179.8)])).toEqual([[1, 2]])
    const [marker] = mergeMarkers([at(-17, 179.9), at(-17, -179.9)].map(numbered))
    expect(Math.abs(marker?.place.longitude ?? 0)).toBeCloseTo(180)
  })

  test('around a pole are neighbors, whatever their longitudes', () => {
    expect(groupsOf([at(89.9, 0), at(89.9, 180), at(89.8, -90)])).toEqual([[1, 2, 3]])
    expect(groupsOf([at(-89.9, 10), at(-89.9, -170)])).toEqual([[1, 2]])
  })

  test('merge by distance on the globe, where a degree of longitude shrinks toward the poles', () => {
    expect(groupsOf([at(60, 10), at(60, 10.9)])).toEqual([[1, 2]])
    expect(groupsOf([at(0, 10), at(0, 10.9)])).toEqual([[1], [2]])
  })

  test('are at the center of their members, or exactly at a single one', () => {
    const [merged] = mergeMarkers([at(10, 20), at(10.4, 20)].map(numbered))
    expect(merged?.place.latitude).toBeCloseTo(10.2)
    expect(merged?.place.longitude).toBeCloseTo(20)
    const [alone] = mergeMarkers([{ tid: 7, latitude: 50.11, longitude: 8.68 }])
    expect(alone).toMatchObject({ id: 7, place: { latitude: 50.11, longitude: 8.68 } })
  })

  test('at the same place stay merged at every zoom', () => {
    expect(groupsOf([at(1, 2), at(1, 2)], 0)).toEqual([[1, 2]])
    expect(groupsOf([at(1, 2), at(1, 2.001)], 0)).toEqual([[1], [2]])
  })

  test('all around the globe, with no center, are placed at one of the members', () => {
    const ring = Array.from({ length: 720 }, (_, index) => at(0, index / 2))
    const [marker, ...others] = mergeMarkers(ring.map(numbered))
    expect(others).toEqual([])
    expect(marker?.place).toMatchObject({ latitude: 0, longitude: 0 })
  })

  test('of an empty list are empty', () => {
    expect(mergeMarkers([])).toEqual([])
  })
})

describe('M-03 for any data centers', () => {
  const latitude = fc.oneof(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: 89, max: 90, noNaN: true }),
    fc.double({ min: 50, max: 52, noNaN: true }),
  )
  const longitude = fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: 179, max: 180, noNaN: true }),
    fc.double({ min: -180, max: -179, noNaN: true }),
    fc.double({ min: 7, max: 9, noNaN: true }),
  )
  const centers = fc
    .array(fc.record({ latitude, longitude }), { maxLength: 60 })
    .map((places) => places.map(numbered))
  const degrees = fc.double({ min: 0.01, max: 5, noNaN: true })

  test('each is in exactly one marker', () => {
    fc.assert(
      fc.property(centers, degrees, (all, reach) => {
        const tids = mergeMarkers(all, reach).flatMap(({ members }) => members.map(({ tid }) => tid))
        expect(tids.sort((a, b) => a - b)).toEqual(all.map(({ tid }) => tid))
      }),
    )
  })

  test('their order changes nothing: markers, ids, members, places', () => {
    const shuffled = centers.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    )
    fc.assert(
      fc.property(shuffled, degrees, ([all, other], reach) => {
        expect(mergeMarkers(other, reach)).toEqual(mergeMarkers(all, reach))
      }),
    )
  })

  test('two within reach share a marker, and members of different markers are never within reach', () => {
    fc.assert(
      fc.property(centers, degrees, (all, reach) => {
        const markerOf = markersByTid(all, reach)
        for (const a of all) {
          for (const b of all) {
            if (isWithin(a, b, reach)) expect(markerOf.get(a.tid)).toBe(markerOf.get(b.tid))
          }
        }
      }),
    )
  })

  test('the members of a marker are connected through neighbors', () => {
    fc.assert(
      fc.property(centers, degrees, (all, reach) => {
        for (const { members } of mergeMarkers(all, reach)) {
          expect(reachedFrom(members, reach)).toBe(members.length)
        }
      }),
    )
  })

  test('a smaller distance only splits markers', () => {
    fc.assert(
      fc.property(centers, degrees, degrees, (all, one, other) => {
        const coarse = markersByTid(all, Math.max(one, other))
        for (const { members } of mergeMarkers(all, Math.min(one, other))) {
          expect(new Set(members.map(({ tid }) => coarse.get(tid))).size).toBe(1)
        }
      }),
    )
  })

  test('mirroring east and west or north and south changes nothing', () => {
    fc.assert(
      fc.property(centers, degrees, (all, reach) => {
        const mirrored = all.map((center) => ({
          ...center,
          latitude: -center.latitude,
          longitude: -center.longitude,
        }))
        expect(idsIn(mirrored, reach)).toEqual(idsIn(all, reach))
      }),
    )
  })

  test("rotating the earth changes no marker's members", () => {
    const turn = fc.integer({ min: -720, max: 720 })
    fc.assert(
      fc.property(centers, turn, (all, eastward) => {
        const turned = all.map((center) => ({ ...center, longitude: center.longitude + eastward }))
        // Rounding may flip pairs right at the limit.
        const isClear = all.every((a) => all.every((b) => Math.abs(angularDistance(a, b) - 0.5) > 1e-6))
        fc.pre(isClear)
        expect(idsIn(turned)).toEqual(idsIn(all))
      }),
    )
  })

  test('a single-member marker is exactly at its data center', () => {
    fc.assert(
      fc.property(centers, degrees, (all, reach) => {
        for (const { members, place } of mergeMarkers(all, reach)) {
          const [only, ...others] = members
          if (others.length > 0) continue
          expect(place.latitude).toBe(only.latitude)
          expect(place.longitude).toBe(only.longitude)
        }
      }),
    )
  })
})

function at(latitude: number, longitude: number) {
  return { latitude, longitude }
}

function numbered(place: { latitude: number; longitude: number }, index: number): Placed {
  return { tid: index + 1, ...place }
}

function groupsOf(places: { latitude: number; longitude: number }[], degrees?: number) {
  return idsIn(places.map(numbered), degrees)
}

/** Sorted by first member, to ignore the order of markers. */
function idsIn(centers: readonly Placed[], degrees?: number) {
  return mergeMarkers(centers, degrees)
    .map(({ members }) => members.map(({ tid }) => tid))
    .sort(([a = 0], [b = 0]) => a - b)
}

function markersByTid(centers: readonly Placed[], degrees: number) {
  return new Map(
    mergeMarkers(centers, degrees).flatMap(({ id, members }) => members.map(({ tid }) => [tid, id])),
  )
}

function reachedFrom([first, ...others]: readonly [Placed, ...Placed[]], degrees: number) {
  const reached = [first]
  const waiting = new Set(others)
  for (const center of reached) {
    for (const other of waiting) {
      if (!isWithin(center, other, degrees)) continue
      waiting.delete(other)
      reached.push(other)
    }
  }
  return reached.length
}
