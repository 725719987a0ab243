interface Nameable {
  tid: number
  name: string
  city: string
}

export interface Matched {
  tids: number[]
  unknown: { word: string; near: Nameable[] }[]
}

const NEAR_AT_MOST = 4

export function matchNames(text: string, things: readonly Nameable[]): Matched {
  const byName = new Map(things.map((thing) => [plain(thing.name), thing.tid]))
  const words = [...new Set(text.split(/[,;\t\n\r]+/).map((word) => word.trim()))].filter(
    (word) => word !== '',
  )
  const tids = words.flatMap((word) => byName.get(plain(word)) ?? [])
  const unknown = words
    .filter((word) => !byName.has(plain(word)))
    .map((word) => ({ word, near: nearTo(plain(word), things) }))
  return { tids: [...new Set(tids)], unknown }
}

export function isCalled({ name, city }: { name: string; city?: string }, typed: string): boolean {
  const wanted = plain(typed)
  return wanted === '' || plain(name).includes(wanted) || plain(city ?? '').includes(wanted)
}

function plain(name: string) {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function nearTo(word: string, things: readonly Nameable[]): Nameable[] {
  return things
    .map((thing) => ({ thing, distance: distanceOf(word, thing) }))
    .filter(({ distance }) => distance <= Math.max(1, word.length / 3))
    .sort((a, b) => a.distance - b.distance || a.thing.name.localeCompare(b.thing.name))
    .slice(0, NEAR_AT_MOST)
    .map(({ thing }) => thing)
}

function distanceOf(word: string, { name, city }: Nameable): number {
  const called = plain(name)
  if (called.startsWith(word) || word === plain(city)) return 0
  return editsBetween(word, called)
}

/** Levenshtein distance. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1)))
    }
    row = next
  }
  return row[b.length] ?? 0
}
