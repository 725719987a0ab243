import { FAQ_SEARCH_LEAST_CHARACTERS } from '../constants.ts'
import { tidyTyped } from '../tidy-typed.ts'

/** No question is longer, and no answer should be kept for what nobody types. */
export const FAQ_SEARCH_MOST_CHARACTERS = 80

/** What of the FAQ the address asks for: words to search for, none when they are too few to act on. */
export function faqSearch(query: URLSearchParams): string {
  return searchOf(query.get('search') ?? '')
}

/** F-01: what was typed, as it is searched for. */
export function searchOf(typed: string): string {
  const tidy = tidyTyped(typed, FAQ_SEARCH_MOST_CHARACTERS)
  // Accents and characters without a shape are nothing to look for by themselves.
  const visible = tidy.normalize('NFD').replace(/[\p{M}\p{Cf}]/gu, '')
  return [...visible].length < FAQ_SEARCH_LEAST_CHARACTERS ? '' : tidy
}

export function faqAddress(path: string, search: string): string {
  return search === '' ? path : `${path}?${new URLSearchParams({ search })}`
}
