export function withCommas(amount: number): string {
  return amount.toLocaleString('en-US')
}

export function counted(amount: number, one: string, many = `${one}s`): string {
  return `${withCommas(amount)} ${amount === 1 ? one : many}`
}

export function timesInWords(times: number): string {
  return times === 1 ? 'once' : times === 2 ? 'twice' : counted(times, 'time')
}

/** A single name is never replaced by `and 1 more`. */
export function shortened(names: readonly string[], shown: number): string {
  if (names.length <= shown + 1) return names.join(', ')
  return `${names.slice(0, shown).join(', ')} and\u00a0${names.length - shown}\u00a0more`
}

/** A service exists once per cloud under the same name. */
export function distinctNames(places: readonly { name: string }[]): string[] {
  return [...new Set(places.map((place) => place.name))]
}

export function listInWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
