/** Words as part of an address: `Frankfurt IV` becomes `frankfurt-iv`. Empty if no letter or digit is left. */
export function slugOf(words: string): string {
  return words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST_SLUG)
}

const LONGEST_SLUG = 60
