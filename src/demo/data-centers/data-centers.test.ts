import { expect, test } from 'vitest'
import { CLOUDS, cloudOf, GOV_CLOUDS } from '../clouds.ts'
import { dataCentersOf } from './cloud-data-centers.ts'
import {
  DATA_CENTERS,
  type DemoDataCenter,
  dataCenterRows,
  REGIONS,
  type RegionName,
} from './data-centers.ts'

const MARKER_MERGE_DEGREES = 0.5
const BOUNDS: Readonly<
  Record<RegionName, readonly [south: number, north: number, west: number, east: number]>
> = {
  'North America': [20, 65, -160, -60],
  'Latin America': [-40, 25, -105, -30],
  Europe: [35, 66, -25, 35],
  'Middle East': [15, 35, 30, 60],
  Africa: [-36, 35, -20, 52],
  'South Asia': [5, 30, 65, 93],
  'Asia Pacific': [-10, 45, 95, 145],
  Oceania: [-45, -25, 110, 180],
}

test('M-05 there are more than 164 data centers in eight regions', () => {
  const active = dataCenterRows('2026-11-15').filter(({ is_active }) => is_active)
  expect(active.length).toBeGreaterThanOrEqual(164)
  expect(REGIONS).toHaveLength(8)
  const perRegion = REGIONS.map(({ tid }) => active.filter(({ region_tid }) => region_tid === tid).length)
  expect(Math.min(...perRegion)).toBeGreaterThanOrEqual(8)
})

test('names are unique and consist of a city and a Roman numeral', () => {
  const names = DATA_CENTERS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(['Frankfurt IV', 'Zürich II', 'London I', 'São Paulo II']))
  expect(DATA_CENTERS.every(({ name, city }) => new RegExp(`^${city} (I|II|III|IV|V)$`).test(name))).toBe(
    true,
  )
})

test('cities have their real coordinates', () => {
  const near = (name: string, latitude: number, longitude: number) => {
    const center = DATA_CENTERS.find((each) => each.name === name)
    expect(
      Math.hypot((center?.latitude ?? 0) - latitude, (center?.longitude ?? 0) - longitude),
      name,
    ).toBeLessThan(0.3)
  }
  near('Sydney I', -33.87, 151.21)
  near('São Paulo I', -23.55, -46.63)
  near('Anchorage I', 61.22, -149.9)
  near('Nairobi I', -1.29, 36.82)
  near('Tokyo I', 35.68, 139.69)
  const misplaced = DATA_CENTERS.filter(({ region, latitude, longitude }) => {
    const [south, north, west, east] = BOUNDS[region]
    return latitude < south || latitude > north || longitude < west || longitude > east
  })
  expect(misplaced.map(({ name }) => name)).toEqual([])
})

test('M-03 the main cloud shows all five kinds of marker', () => {
  const centers = dataCentersOf(cloudOf('northwall.net')).filter(
    ({ closedDaysAgo }) => closedDaysAgo === null,
  )
  const isAlone = (center: DemoDataCenter) =>
    centers.every((other) => other === center || !merges(center, other))
  const alone = new Set(centers.filter(isAlone).map(({ kind }) => kind))
  expect(alone).toEqual(new Set(['standard', 'surcharge', 'premium', 'fedramp']))
  expect(centers.filter((center) => !isAlone(center)).length).toBeGreaterThan(20)
})

test('M-03 some neighboring cities merge, not only data centers of one city', () => {
  const pairs = DATA_CENTERS.flatMap((a) =>
    DATA_CENTERS.filter((b) => a.tid < b.tid && a.city !== b.city && merges(a, b)).map((b) => [
      a.city,
      b.city,
    ]),
  )
  expect(pairs).toEqual(expect.arrayContaining([['Copenhagen', 'Malmö']]))
  expect(new Set(pairs.map(String)).size).toBeGreaterThanOrEqual(8)
})

test('S-06 only clouds with a premium tab have premium data centers', () => {
  for (const cloud of CLOUDS) {
    const hasPremium = dataCentersOf(cloud).some(({ kind }) => kind === 'premium')
    expect(hasPremium, cloud.domain).toBe(cloud.hasPremiumDataCenters)
  }
})

test('M-06 one cloud has no data centers, all others have some', () => {
  const without = CLOUDS.filter((cloud) => dataCentersOf(cloud).length === 0)
  expect(without.map(({ domain }) => domain)).toEqual(['agent.northwall.net'])
  expect(CLOUDS.filter(({ hasDataCenters }) => !hasDataCenters)).toEqual(without)
})

test('G-03 government clouds run in FedRAMP data centers', () => {
  for (const cloud of GOV_CLOUDS) {
    const fedramp = dataCentersOf(cloud).filter(({ kind }) => kind === 'fedramp')
    expect(fedramp.length).toBeGreaterThanOrEqual(8)
  }
})

function merges(a: DemoDataCenter, b: DemoDataCenter): boolean {
  return Math.hypot(a.latitude - b.latitude, a.longitude - b.longitude) <= MARKER_MERGE_DEGREES
}
