import { tidyTyped } from './tidy-typed.ts'

/** Longer input is pasted by mistake. */
export const LONGEST_SEARCH = 120
/** Each word is looked for in every post. */
const WORDS_AT_MOST = 6

export function searchPath(cloudDomain: string): string {
  return `/${cloudDomain}/search`
}

export function searchAddress(path: string, search: string): string {
  return search === '' ? path : `${path}?${new URLSearchParams({ search })}`
}

export function searchAsked(query: URLSearchParams): string {
  return tidyTyped(query.get('search') ?? '', LONGEST_SEARCH)
}

/**
 * Each word is between spaces, so a plain substring search for ` word ` finds a whole word, and for ` wor`
 * the beginning of one.
 */
export function folded(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? '' : ` ${words} `
}

export function searchWords(search: string): string[] {
  const words = folded(search)
    .split(' ')
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, WORDS_AT_MOST)
}

/** How many typing errors a word may have: short words differ by one letter all the time. */
export function errorsForgiven(word: string): number {
  if (/^\d+$/.test(word) || word.length < 4) return 0
  return word.length < 7 ? 1 : 2
}

/**
 * Empty if all differ by more than is forgiven. The beginning of a longer word counts, too, as with words
 * typed correctly.
 */
export function nearestWords(word: string, known: Iterable<string>): string[] {
  let least = errorsForgiven(word)
  if (least === 0) return []
  let nearest: string[] = []
  for (const each of known) {
    const distance = typingErrors(word, each, least)
    if (distance === undefined) continue
    if (distance < least) nearest = []
    least = distance
    nearest.push(each)
  }
  return nearest.sort()
}

/** The optimal string alignment distance; undefined if more than `most`. */
export function typingErrors(typed: string, meant: string, most: number): number | undefined {
  if (Math.abs(typed.length - meant.length) > most) return undefined
  let beforeLast: number[] = []
  let last = Array.from({ length: meant.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= meant.length; column++) {
      const isSame = typed[row - 1] === meant[column - 1]
      let errors = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped = typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1]
      if (row > 1 && column > 1 && isSwapped) errors = Math.min(errors, (beforeLast[column - 2] ?? 0) + 1)
      current.push(errors)
      least = Math.min(least, errors)
    }
    // Values never sink below the least of two rows.
    if (least > most && Math.min(...last) > most) return undefined
    beforeLast = last
    last = current
  }
  const errors = last[meant.length] ?? 0
  return errors > most ? undefined : errors
}
