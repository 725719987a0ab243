import { readFile } from 'node:fs/promises'
import { type GeoPermissibleObjects, geoPath, geoProjection } from 'd3-geo'
import { merge, mesh } from 'topojson-client'
import type {
  GeometryCollection,
  GeometryObject,
  MultiPolygon,
  Polygon,
  Topology,
} from 'topojson-specification'
import {
  MIDDLE_LONGITUDE_DEGREES,
  rawProjection,
  UNITS_PER_RADIUS,
  WORLD,
} from '../src/domain/map/world-projection.ts'

/** The second file is for zooming in. `step` is the grid that corners are rounded to, in map units. */
export const WORLD_FILES = [
  { file: 'src/ui/world/world.svg', atlas: 'countries-110m.json', step: 1 },
  { file: 'src/ui/world/world-close.svg', atlas: 'countries-50m.json', step: 0.1 },
]

export type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>

/** Antarctica has no data centers, and in this projection it would be as wide as all continents together. */
export const ANTARCTICA = '010'

/** Land without Antarctica and its borders, as two shapes that pages refer to and color. */
export async function drawWorld({ atlas, step }: { atlas: string; step: number }): Promise<string> {
  const topology = await readAtlas(atlas)
  const { countries } = topology.objects
  const land = countries.geometries.filter(({ id }) => id !== ANTARCTICA) as (Polygon | MultiPolygon)[]
  const draw = geoPath(projection(1 / step)).digits(0)
  const shape = (id: string, what: GeoPermissibleObjects) =>
    `<path id="${id}" vector-effect="non-scaling-stroke" transform="scale(${step})" d="${relative(draw(what) ?? '')}"/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WORLD.width} ${Math.round(WORLD.height)}">`,
    '<title>World</title>',
    shape('land', merge(topology, land)),
    shape(
      'borders',
      mesh(topology, countries as GeometryObject, (a, b) => a !== b),
    ),
    '</svg>\n',
  ].join('\n')
}

export async function readAtlas(file: string): Promise<Atlas> {
  return JSON.parse(await readFile(`node_modules/world-atlas/${file}`, 'utf8'))
}

export function projection(scale: number) {
  return (
    geoProjection(rawProjection)
      .scale(UNITS_PER_RADIUS * scale)
      .rotate([-MIDDLE_LONGITUDE_DEGREES, 0])
      .translate([(WORLD.width / 2) * scale, (WORLD.height / 2) * scale])
      // With straight lines between corners: in this projection they are as accurate as curves, and much
      // shorter.
      .precision(0)
  )
}

/** Relative steps take a third of the bytes of absolute positions; coinciding corners are dropped. */
function relative(path: string): string {
  return path.replace(/M[^M]+/g, (line) => {
    const corners = line.slice(1).replace('Z', '').split('L').map(toCorner)
    const moves = corners
      .slice(1)
      .map(([x, y], index): Corner => [x - (corners[index]?.[0] ?? 0), y - (corners[index]?.[1] ?? 0)])
      .filter(([dx, dy]) => dx !== 0 || dy !== 0)
    const isClosed = line.endsWith('Z')
    if (moves.length < (isClosed ? 2 : 1)) return ''
    return `M${written(corners.slice(0, 1))}l${written(moves)}${isClosed ? 'z' : ''}`
  })
}

type Corner = [x: number, y: number]

function toCorner(text: string): Corner {
  const [x, y] = text.split(',').map(Number)
  return [x ?? 0, y ?? 0]
}

/** A minus sign separates as well as a space does. */
function written(corners: readonly Corner[]) {
  return corners.flat().join(' ').replaceAll(' -', '-')
}
