import { type Place, type Point, projectPlace } from '../../domain/map/world-projection.ts'
import type { LabelBox } from '../map/label-box.ts'
import { placeLabels } from '../map/place-labels.ts'
import { byCity, bySource, type Ranked, ranked } from './strongest-flows.ts'
import type { ThreatFlow } from './threat-flow.ts'

/** Countries and cities named; more would hide the map. */
const MOST_NAMES = 5
const LETTER_WIDTH = 0.54
const GAP_UNITS = 6

export interface MapName extends Point {
  key: string
  name: string
  kind: 'origin' | 'target'
  anchor: 'start' | 'middle' | 'end'
}

interface MapFrame {
  left: number
  top: number
  right: number
  bottom: number
  size: number
}

export function mapNames(flows: readonly ThreatFlow[], frame: MapFrame): MapName[] {
  const targets = first(flows, byCity).map(({ key, example }) =>
    named('target', key, example.data_center.city, example.data_center),
  )
  const origins = first(flows, bySource).map(({ key, example }) =>
    named('origin', key, example.country_name, example.from),
  )
  // Largest first, so they are the last to be left out.
  const asked = Array.from({ length: MOST_NAMES }, (_, rank) => [origins[rank], targets[rank]])
    .flat()
    .filter((each) => each !== undefined)
  const wishes = asked.map(({ name, place }) =>
    spotsAround(projectPlace(place), frame.size)
      .map((spot) => ({ spot, box: boxOf(name, spot, frame.size) }))
      .filter(({ box }) => isWithin(box, frame)),
  )
  const chosen = placeLabels(
    wishes.map((spots) => spots.map(({ box }) => box)),
    [],
  )
  return asked.flatMap(({ place: _, ...each }, index) => {
    const spot = wishes[index]?.[chosen[index] ?? -1]?.spot
    return spot === undefined ? [] : { ...each, ...spot }
  })
}

function first(flows: readonly ThreatFlow[], keyOf: (flow: ThreatFlow) => string): Ranked[] {
  return ranked(flows, keyOf).slice(0, MOST_NAMES)
}

function named(kind: MapName['kind'], key: string, name: string, place: Place) {
  return { key: `${kind} ${key}`, kind, name, place }
}

type Spot = Pick<MapName, 'x' | 'y' | 'anchor'>

/** Right, left, above and below; y is the vertical center of the text. */
function spotsAround({ x, y }: Point, size: number): Spot[] {
  const away = GAP_UNITS + size
  return [
    { x: tenths(x + GAP_UNITS), y: tenths(y), anchor: 'start' },
    { x: tenths(x - GAP_UNITS), y: tenths(y), anchor: 'end' },
    { x: tenths(x), y: tenths(y - away), anchor: 'middle' },
    { x: tenths(x), y: tenths(y + away), anchor: 'middle' },
  ]
}

const AIR_UNITS = 1

function boxOf(name: string, { x, y, anchor }: Spot, size: number): LabelBox {
  const width = name.length * size * LETTER_WIDTH
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return {
    left: left - AIR_UNITS,
    right: left + width + AIR_UNITS,
    top: y - size / 2 - AIR_UNITS,
    bottom: y + size / 2 + AIR_UNITS,
  }
}

function isWithin(box: LabelBox, frame: MapFrame) {
  return (
    box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom
  )
}

function tenths(units: number) {
  return Math.round(units * 10) / 10
}
