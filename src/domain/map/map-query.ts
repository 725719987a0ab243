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

/** Blanks around and between words say nothing. */
export function searchOf(typed: string): string {
  return typed.replace(/\s+/g, ' ').trim().slice(0, LONGEST_SEARCH).trim()
}

export function mapAddress(path: string, { search }: MapQuery): string {
  return search === '' ? path : `${path}?${new URLSearchParams({ search })}`
}
