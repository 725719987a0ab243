const LONGEST_SLUG = 60

/** Empty if no letter or digit is left. */
export function slugOf(words: string, most = LONGEST_SLUG): string {
  return words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, most)
    .replace(/-$/, '')
}
