import { type ChosenPlaces, mineIn, NOTHING_CHOSEN, withMine } from '../chosen-places.ts'
import { tidyTyped } from '../tidy-typed.ts'

export interface MapQuery {
  search: string
  mine?: ChosenPlaces
}

/** Longer than the names of any data center, its city and country together. */
export const LONGEST_SEARCH = 80

export function mapQuery(query: URLSearchParams): Required<MapQuery> {
  return { search: searchOf(query.get('search') ?? ''), mine: mineIn(query) }
}

export function searchOf(typed: string): string {
  return tidyTyped(typed, LONGEST_SEARCH)
}

export function mapAddress(path: string, { search, mine = NOTHING_CHOSEN }: MapQuery): string {
  return withMine(search === '' ? path : `${path}?${new URLSearchParams({ search })}`, mine)
}
