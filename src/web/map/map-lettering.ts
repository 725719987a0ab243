import type { Point } from '../../domain/map/world-projection.ts'
import { COUNTRY_NAMES } from '../world/country-names.ts'
import { radiusOf } from './kind-shape.tsx'
import { boxAround, type LabelBox } from './label-box.ts'
import type { MapMarker } from './map-marker.ts'
import { type Badged, placeBadges } from './place-badges.ts'
import { placeLabels } from './place-labels.ts'

/** A world position plus an offset in pixels. */
export interface MapLabel {
  key: string
  text: string
  kind: 'country' | 'city'
  point: Point
  away: Point
  anchor: 'start' | 'middle' | 'end'
  isAffected: boolean
}

export interface MapBadge {
  marker: MapMarker
  away: Point
}

/** Below this, at phone size, country names would cover the map. */
const COUNTRIES_FROM_PX_PER_UNIT = 0.7
/** From here on, the cities of a country have room side by side. */
const CITIES_FROM_PX_PER_UNIT = 2
/** Average letter width including letter spacing; rather too large than too small. */
const COUNTRY_LETTER_PX = 7.4
const CITY_LETTER_PX = 6.4
const LINE_PX = 14
const MARKER_GAP_PX = 4
const RING_PX = 3
const COUNTRY_OVERHANG = 1.1

export function mapBadges(markers: readonly MapMarker[], pxPerUnit: number): MapBadge[] {
  const troubled = markers.filter(({ state }) => state !== 'operational')
  const places = placeBadges(troubled.map((marker) => badgedAt(marker, pxPerUnit)))
  return troubled.map((marker, index) => ({ marker, away: places[index] ?? { x: 0, y: 0 } }))
}

export function mapLabels(
  markers: readonly MapMarker[],
  { pxPerUnit, isNamed }: { pxPerUnit: number; isNamed: (marker: MapMarker) => boolean },
): MapLabel[] {
  const bodies = markers.map((marker) => {
    const { x, y, radius } = badgedAt(marker, pxPerUnit)
    return boxAround({ x, y }, 2 * radius + 4, 2 * radius + 4)
  })
  const badges = mapBadges(markers, pxPerUnit).map(({ marker, away }) => {
    const { x, y } = badgedAt(marker, pxPerUnit)
    return boxAround({ x: x + away.x, y: y + away.y }, 13, 13)
  })
  const named = markers.filter(isNamed)
  const troubled = placedTroubled(cityWishes(named, pxPerUnit, isTroubled), {
    all: [...bodies, ...badges],
    troubled: [...bodies.filter((_, index) => isTroubled(markers[index])), ...badges],
  })
  const isShown = (marker: MapMarker) => !isTroubled(marker) && pxPerUnit >= CITIES_FROM_PX_PER_UNIT
  const wishes = [
    ...cityWishes(named, pxPerUnit, isShown),
    ...(pxPerUnit < COUNTRIES_FROM_PX_PER_UNIT ? [] : countryWishes(pxPerUnit)),
  ]
  const chosen = placeLabels(
    wishes.map((places) => places.map(({ box }) => box)),
    [...bodies, ...badges, ...troubled.map(({ box }) => box)],
  )
  return [
    ...troubled.map(({ label }) => label),
    ...wishes.flatMap((places, index) => places[chosen[index] ?? -1]?.label ?? []),
  ]
}

function isTroubled(marker: MapMarker | undefined) {
  return marker !== undefined && marker.state !== 'operational'
}

/** The worst choose first: clear of all markers if possible, otherwise over operational ones. */
function placedTroubled(
  wishes: readonly Wish[],
  taken: { all: readonly LabelBox[]; troubled: readonly LabelBox[] },
): Wish {
  const placed: Wish = []
  for (const places of wishes) {
    const boxes = places.map(({ box }) => box)
    const isFree = (obstacles: readonly LabelBox[]) =>
      placeLabels([boxes], [...obstacles, ...placed.map(({ box }) => box)])[0]
    const found = places[isFree(taken.all) ?? isFree(taken.troubled) ?? -1]
    if (found !== undefined) placed.push(found)
  }
  return placed
}

const CITY_SIDES = [
  { anchor: 'start', side: 1, line: 0 },
  { anchor: 'end', side: -1, line: 0 },
  { anchor: 'middle', side: 0, line: 1 },
  { anchor: 'middle', side: 0, line: -1 },
] as const

/** In a crowd, the name of a place in trouble moves farther away instead of being left out. */
const FARTHER_SIDES = [
  { anchor: 'start', side: 1, line: -1 },
  { anchor: 'start', side: 1, line: 1 },
  { anchor: 'end', side: -1, line: -1 },
  { anchor: 'end', side: -1, line: 1 },
  { anchor: 'middle', side: 0, line: -2 },
  { anchor: 'middle', side: 0, line: 2 },
  { anchor: 'end', side: -2.5, line: -0.8 },
  { anchor: 'start', side: 2.5, line: -0.8 },
  { anchor: 'end', side: -2.5, line: 0.8 },
  { anchor: 'start', side: 2.5, line: 0.8 },
] as const

type Wish = { label: MapLabel; box: LabelBox }[]

/** Trouble first, then markers with many members: paint order from the top. */
function cityWishes(
  markers: readonly MapMarker[],
  pxPerUnit: number,
  isShown: (marker: MapMarker) => boolean,
): Wish[] {
  const citiesOf = countOf(markers.map(({ members }) => members[0].city))
  return markers
    .filter(isShown)
    .toReversed()
    .map((marker) => {
      const { city, name } = marker.members[0]
      const isAlone = marker.members.length === 1
      const text = isAlone && citiesOf.get(city) !== 1 ? name : city
      const { x, y, radius } = badgedAt(marker, pxPerUnit)
      const width = text.length * CITY_LETTER_PX
      const beside = radius + MARKER_GAP_PX
      const over = radius + LINE_PX / 2 + 2
      const isAffected = isTroubled(marker)
      const sides = isAffected ? [...CITY_SIDES, ...FARTHER_SIDES] : CITY_SIDES
      return sides.map(({ anchor, side, line }) => {
        const away = { x: side * beside, y: line * over }
        const { id, point } = marker
        const middle = { x: x + away.x + (Math.sign(side) * width) / 2, y: y + away.y }
        return {
          label: { key: `city-${id}`, text, kind: 'city', point, away, anchor, isAffected },
          box: boxAround(middle, width, LINE_PX),
        }
      })
    })
}

function countOf(cities: readonly string[]) {
  const counts = new Map<string, number>()
  for (const city of cities) counts.set(city, (counts.get(city) ?? 0) + 1)
  return counts
}

/** In fractions of the country's width and height. */
const COUNTRY_SHIFTS: readonly Point[] = [
  { x: 0, y: 0 },
  { x: 0, y: -0.12 },
  { x: 0, y: 0.12 },
  { x: -0.12, y: 0 },
  { x: 0.12, y: 0 },
  { x: -0.12, y: -0.1 },
  { x: 0.12, y: 0.1 },
]

function countryWishes(pxPerUnit: number): Wish[] {
  return COUNTRY_NAMES.flatMap(([text, x, y, width, height]): Wish[] => {
    const wanted = text.length * COUNTRY_LETTER_PX
    if (wanted > width * pxPerUnit * COUNTRY_OVERHANG || LINE_PX > height * pxPerUnit) return []
    const places = COUNTRY_SHIFTS.map((shift) => ({ x: x + shift.x * width, y: y + shift.y * height }))
    return [
      places.map((point) => ({
        label: {
          key: `country-${text}`,
          text,
          kind: 'country',
          point,
          away: { x: 0, y: 0 },
          anchor: 'middle',
          isAffected: false,
        },
        box: boxAround({ x: point.x * pxPerUnit, y: point.y * pxPerUnit }, wanted, LINE_PX),
      })),
    ]
  })
}

function badgedAt({ point, kind, state, members }: MapMarker, pxPerUnit: number): Badged {
  const ring = state === 'operational' ? 0 : RING_PX
  return { x: point.x * pxPerUnit, y: point.y * pxPerUnit, radius: radiusOf(kind, members.length) + ring }
}
