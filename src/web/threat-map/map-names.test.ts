import { expect, test } from 'vitest'
import { madeUpFlow } from '../../../tests/support/made-up-flow.ts'
import { mapNames } from './map-names.ts'

const FRAME = { left: 0, top: 60, right: 1000, bottom: 590, size: 14 }
const FLOWS = [madeUpFlow({ blocked: 3 }), madeUpFlow({ from: 'US', to: 'seattle', blocked: 2 })]

test('O-04 the map names the top origins and targets', () => {
  expect(mapNames(FLOWS, FRAME).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'origin Brazil',
    'target Frankfurt',
    'origin United States',
    'target Seattle',
  ])
})

test('O-04 a name that would overlap another moves to another side or is left out', () => {
  const near = {
    ...madeUpFlow(),
    country: 'DE',
    country_name: 'Germany',
    from: { latitude: 50.1, longitude: 8.7 },
  }
  const [country, city] = mapNames([near], FRAME)
  expect(city).toMatchObject({ name: 'Frankfurt', anchor: 'end' })
  expect(country).toMatchObject({ name: 'Germany', anchor: 'start' })
  const five = Array.from({ length: 5 }, (_, index) => ({
    ...near,
    country: `C${index}`,
    blocked: 9 - index,
  }))
  expect(mapNames(five, FRAME)).toHaveLength(4)
})

test('O-04 no name is cut off by the edge of the map', () => {
  expect(mapNames(FLOWS, { ...FRAME, left: 900 })).toEqual([])
})
