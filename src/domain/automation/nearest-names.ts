const NAMES_AT_MOST = 3

export function nearestNames(wanted: string, names: readonly string[]): string[] {
  const ranked = [...new Set(names)].map((name) => ({ name, distance: distanceTo(wanted, name) }))
  return ranked
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, NAMES_AT_MOST)
    .map(({ name }) => name)
}

/** From 0 to 1. A part of a name is closer than another word of the same length. */
function distanceTo(wanted: string, name: string): number {
  const [a, b] = [wanted.toLowerCase().trim(), name.toLowerCase()]
  const edits = editsBetween(a, b) / Math.max(a.length, b.length, 1)
  const isPart = a !== '' && (b.includes(a) || a.includes(b))
  return isPart ? edits / 2 : edits
}

/** Levenshtein distance. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
