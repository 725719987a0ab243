import { geoArea, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import { ANTARCTICA, projection, readAtlas } from './world-drawing.ts'

export const NAMES_FILE = 'src/web/world/country-names.ts'

/** Short, like on a map, and without the atlas's own abbreviations. */
const SHORT_NAMES: Record<string, string> = {
  'United States of America': 'United States',
  'Dem. Rep. Congo': 'DR Congo',
  'Central African Rep.': 'Central African Republic',
  'S. Sudan': 'South Sudan',
  'Dominican Rep.': 'Dominican Republic',
  'Bosnia and Herz.': 'Bosnia',
  'Eq. Guinea': 'Equatorial Guinea',
  'Solomon Is.': 'Solomon Islands',
  Macedonia: 'North Macedonia',
  eSwatini: 'Eswatini',
}

export async function countryNames(): Promise<string> {
  const topology = await readAtlas('countries-110m.json')
  const path = geoPath(projection(1))
  const countries = feature(topology, topology.objects.countries)
    .features.filter(({ id }) => id !== undefined && id !== ANTARCTICA)
    .map(({ properties, geometry }) => {
      const pieces =
        geometry.type === 'MultiPolygon'
          ? geometry.coordinates.map((coordinates) => ({ type: 'Polygon' as const, coordinates }))
          : [geometry]
      const [largest = geometry] = pieces.toSorted((a, b) => geoArea(b) - geoArea(a))
      const [[left, top], [right, bottom]] = path.bounds(largest)
      const [x, y] = path.centroid(largest)
      const name = SHORT_NAMES[properties.name] ?? properties.name
      return { area: geoArea(largest), row: [name, ...[x, y, right - left, bottom - top].map(Math.round)] }
    })
    .filter(({ row: [name] }) => !String(name).includes('.'))
    .sort((a, b) => b.area - a.area)
  return [
    '/** Written by scripts/draw-world.ts. Largest first: center, width and height in map units. */',
    'export const COUNTRY_NAMES: readonly (readonly [',
    '  name: string,',
    '  x: number,',
    '  y: number,',
    '  width: number,',
    '  height: number,',
    '])[] = [',
    ...countries.map(({ row: [name, ...numbers] }) => `  [${quoted(String(name))}, ${numbers.join(', ')}],`),
    ']\n',
  ].join('\n')
}

function quoted(name: string) {
  return name.includes("'") ? `"${name}"` : `'${name}'`
}
