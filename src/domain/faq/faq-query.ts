import { FAQ_SEARCH_LEAST_CHARACTERS } from '../constants.ts'
import { tidyTyped } from '../tidy-typed.ts'

/** No question is longer, and longer searches shouldn't fill the cache. */
export const FAQ_SEARCH_MOST_CHARACTERS = 80

export function faqSearch(query: URLSearchParams): string {
  return searchOf(query.get('search') ?? '')
}

/** F-01: normalizes the typed search; empty if too short. */
export function searchOf(typed: string): string {
  const tidy = tidyTyped(typed, FAQ_SEARCH_MOST_CHARACTERS)
  // Accents and invisible characters alone are not searchable.
  const visible = tidy.normalize('NFD').replace(/[\p{M}\p{Cf}]/gu, '')
  return [...visible].length < FAQ_SEARCH_LEAST_CHARACTERS ? '' : tidy
}

export function faqAddress(path: string, search: string): string {
  return search === '' ? path : `${path}?${new URLSearchParams({ search })}`
}
