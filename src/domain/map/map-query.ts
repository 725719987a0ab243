import { tidyTyped } from '../tidy-typed.ts'

export interface MapQuery {
  search: string
}

/** Longer than the names of any data center, its city and country together. */
export const LONGEST_SEARCH = 80

export function mapQuery(query: URLSearchParams): MapQuery {
  return { search: searchOf(query.get('search') ?? '') }
}

export function searchOf(typed: string): string {
  return tidyTyped(typed, LONGEST_SEARCH)
}

export function mapAddress(path: string, { search }: MapQuery): string {
  return search === '' ? path : `${path}?${new URLSearchParams({ search })}`
}
