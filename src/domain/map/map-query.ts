import { tidyTyped } from '../tidy-typed.ts'

/** What of the Data Center Map the address asks for. */
export interface MapQuery {
  /** What names are looked for by; empty: all. */
  search: string
}

/** Longer than any name of a data center, its city and its country. */
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
