/**
 * A map whose next version shares everything except the changes: a publication copies a few hundred entries, not
 * fifty thousand, and what differs between two versions is found as fast.
 */
class SharedMap<V> implements ReadonlyMap<number, V> {
  readonly parts: ReadonlyMap<number, ReadonlyMap<number, V>>
  readonly size: number

  constructor(parts: ReadonlyMap<number, ReadonlyMap<number, V>>) {
    this.parts = parts
    this.size = [...parts.values()].reduce((sum, part) => sum + part.size, 0)
  }

  get(key: number): V | undefined {
    return this.parts.get(partOf(key))?.get(key)
  }

  has(key: number): boolean {
    return this.parts.get(partOf(key))?.has(key) === true
  }

  *entries(): Generator<[number, V], undefined> {
    for (const part of this.parts.values()) yield* part
  }

  *keys(): Generator<number, undefined> {
    for (const part of this.parts.values()) yield* part.keys()
  }

  *values(): Generator<V, undefined> {
    for (const part of this.parts.values()) yield* part.values()
  }

  [Symbol.iterator]() {
    return this.entries()
  }

  forEach(callback: (value: V, key: number, map: ReadonlyMap<number, V>) => void) {
    for (const [key, value] of this) callback(value, key, this)
  }
}

/** Keys are numbers of records, most of which follow each other. */
const KEYS_IN_A_PART = 256

function partOf(key: number): number {
  return Math.floor(key / KEYS_IN_A_PART)
}

export function emptyMap<V>(): ReadonlyMap<number, V> {
  return new SharedMap<V>(new Map())
}

/** The map with these changes, where the last change of a key wins. `undefined` removes it. Without changes, the same map. */
export function nextMap<V>(
  before: ReadonlyMap<number, V>,
  changes: readonly (readonly [number, V | undefined])[],
): ReadonlyMap<number, V> {
  if (changes.length === 0) return before
  if (!(before instanceof SharedMap)) return nextMap(emptyMap<V>(), [...before, ...changes])
  const parts = new Map((before as SharedMap<V>).parts)
  const copied = new Map<number, Map<number, V>>()
  for (const [key, value] of changes) {
    const at = partOf(key)
    const part = copied.get(at) ?? new Map(parts.get(at))
    copied.set(at, part)
    if (value === undefined) part.delete(key)
    else part.set(key, value)
  }
  for (const [at, part] of copied) {
    if (part.size > 0) parts.set(at, byKey(part))
    else parts.delete(at)
  }
  return new SharedMap(byKey(parts))
}

/** In a fixed order, whatever the history of the map. */
function byKey<V>(map: ReadonlyMap<number, V>): Map<number, V> {
  return new Map([...map].sort(([a], [b]) => a - b))
}

export function differingKeys<V>(a: ReadonlyMap<number, V>, b: ReadonlyMap<number, V>): number[] {
  if (a === b) return []
  if (!(a instanceof SharedMap && b instanceof SharedMap)) return differingIn(a, b)
  const [ofA, ofB] = [(a as SharedMap<V>).parts, (b as SharedMap<V>).parts]
  return [...new Set([...ofA.keys(), ...ofB.keys()])].flatMap((at) =>
    ofA.get(at) === ofB.get(at) ? [] : differingIn(ofA.get(at) ?? new Map(), ofB.get(at) ?? new Map()),
  )
}

function differingIn<V>(a: ReadonlyMap<number, V>, b: ReadonlyMap<number, V>): number[] {
  const keys = [...new Set([...a.keys(), ...b.keys()])]
  return keys.filter((key) => a.get(key) !== b.get(key) || a.has(key) !== b.has(key))
}
