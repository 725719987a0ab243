/** What somebody typed, or an address holds: one line without control characters, and no longer than anybody means. */
export function tidyTyped(typed: string, mostCharacters: number): string {
  const line = typed
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  // By characters: half of a pair is none.
  return [...line].slice(0, mostCharacters).join('').trim()
}
