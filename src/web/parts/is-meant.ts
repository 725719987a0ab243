/** Ignores accents and the order of words: `zurich` finds Zürich. */
export function isMeant(typed: string, { name, city }: { name: string; city: string }): boolean {
  const text = plain(`${name} ${city}`)
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const MARKS_ON_LETTERS = /\p{Diacritic}/gu

function plain(text: string) {
  return text.normalize('NFD').replace(MARKS_ON_LETTERS, '').toLowerCase().trim()
}
