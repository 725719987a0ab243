export function tidyTyped(typed: string, mostCharacters: number): string {
  const line = typed
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  // By code points, so that surrogate pairs stay whole.
  return [...line].slice(0, mostCharacters).join('').trim()
}
