import type { PlaceKind } from './place-address.ts'
import { LAST_ID, wholeNumber } from './whole-number.ts'

/** By id. Each list is sorted and unique. */
export interface ChosenPlaces {
  services: readonly number[]
  dataCenters: readonly number[]
}

export const NOTHING_CHOSEN: ChosenPlaces = { services: [], dataCenters: [] }

/** More than a customer marks by hand, and an address that still fits into a mail or a chat. */
export const MOST_CHOSEN = 100

/** In addresses: `?mine=s12,d7`. */
export const MINE = 'mine'

const LETTERS: Record<PlaceKind, string> = { service: 's', 'data-center': 'd' }
const LISTS = { service: 'services', 'data-center': 'dataCenters' } as const

/** Invalid parts are ignored, as in other parameters of pages; so is everything beyond the limit. */
export function parseChosen(text: string | null): ChosenPlaces {
  const parts = (text ?? '').split(',', PARTS_READ)
  const idsOf = (kind: PlaceKind) =>
    parts.flatMap((part) =>
      part.startsWith(LETTERS[kind]) ? (wholeNumber(part.slice(1), LAST_ID) ?? []) : [],
    )
  return chosen(idsOf('service'), idsOf('data-center'))
}

export function mineIn(query: URLSearchParams): ChosenPlaces {
  return parseChosen(query.get(MINE))
}

export function withMine(address: string, places: ChosenPlaces): string {
  if (countChosen(places) === 0) return address
  return `${address}${address.includes('?') ? '&' : '?'}${MINE}=${formatChosen(places)}`
}

export function formatChosen({ services, dataCenters }: ChosenPlaces): string {
  return [
    ...services.map((id) => `${LETTERS.service}${id}`),
    ...dataCenters.map((id) => `${LETTERS['data-center']}${id}`),
  ].join(',')
}

export function isChosen(places: ChosenPlaces, kind: PlaceKind, id: number): boolean {
  return places[LISTS[kind]].includes(id)
}

export function flipChosen(places: ChosenPlaces, kind: PlaceKind, id: number): ChosenPlaces {
  const list = LISTS[kind]
  const flipped = isChosen(places, kind, id)
    ? places[list].filter((each) => each !== id)
    : [...places[list], id]
  return kind === 'service' ? chosen(flipped, places.dataCenters) : chosen(places.services, flipped)
}

export function joinChosen(a: ChosenPlaces, b: ChosenPlaces): ChosenPlaces {
  return chosen([...a.services, ...b.services], [...a.dataCenters, ...b.dataCenters])
}

export function chosenAmong(
  { services, dataCenters }: ChosenPlaces,
  known: { services: readonly { tid: number }[]; dataCenters: readonly { tid: number }[] },
): ChosenPlaces {
  const here = (ids: readonly number[], places: readonly { tid: number }[]) =>
    ids.filter((id) => places.some(({ tid }) => tid === id))
  return { services: here(services, known.services), dataCenters: here(dataCenters, known.dataCenters) }
}

export function countChosen({ services, dataCenters }: ChosenPlaces): number {
  return services.length + dataCenters.length
}

/** A made-up address may repeat itself for 16 kB. */
const PARTS_READ = 4 * MOST_CHOSEN

function chosen(services: readonly number[], dataCenters: readonly number[]): ChosenPlaces {
  const first = inOrder(services).slice(0, MOST_CHOSEN)
  return { services: first, dataCenters: inOrder(dataCenters).slice(0, MOST_CHOSEN - first.length) }
}

function inOrder(ids: readonly number[]) {
  return [...new Set(ids)].sort((a, b) => a - b)
}
