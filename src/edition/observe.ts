import type { Edition } from './edition.ts'
import type { Held } from './hold-edition.ts'
import { ownTurn } from './own-turn.ts'

/**
 * What an answer was made of. At the next edition, an answer whose parts are the same values is carried over with its
 * bytes and its ETag. Values are immutable and shared between editions, so comparing references is enough.
 */
export interface MadeOf {
  parts: readonly Part[]
  /** Results of computations on the edition. If one comes out the same again, what was made of it stays. */
  derived: readonly Derived[]
  /** Time in ms after which it is out of date, whatever was derived. */
  endsAt: number | undefined
}

interface Part {
  source: Source
  key: unknown
  seen: unknown
}

export interface Derived {
  name: string
  parts: readonly Part[]
  /** Two results with the same digest are the same. */
  digest: string
  /** Time in ms after which it may come out differently, in the same edition. */
  expiresAt: number | undefined
  again: Derivation<unknown>
}

/** Must read nothing but its arguments and what never changes while the process runs. */
export type Derivation<T> = (held: ObservedHeld, now: Date) => Result<T>

interface Result<T> {
  value: T
  digest: string
  expiresAt?: number | undefined
}

/**
 * What a web process serves, seen through a proxy that notes every part that an answer reads: a property of the edition,
 * of its site or its log, an entry of one of its maps, or a whole map.
 */
export interface ObservedHeld extends Held {
  /** For a result that is smaller than what it is read from, and rarely changes with it. */
  derive<T>(name: string, now: Date, derivation: Derivation<T>): T
  /** For an answer that is also made of something outside the edition. It is made again for every edition. */
  isMadeOfMore(): void
}

export interface Observation {
  held: ObservedHeld
  /** Call it when the answer is made. Undefined if it can't be carried over. */
  madeOf(endsAt: number | undefined): MadeOf | undefined
  derived(): Derived[]
}

const MAPS = ['byId', 'lists', 'notes', 'images', 'messageTimes', 'logEntries'] as const
type MapSource = (typeof MAPS)[number]
type Source = 'held' | 'edition' | 'site' | 'log' | MapSource

/** The key of a part that is a whole map. */
const WHOLE = Symbol('whole')

export function observe(held: Held): Observation {
  const noted = new Map<Source, Map<unknown, unknown>>()
  const derived = new Map<string, Derived>()
  let isMadeOfMore = false

  function note<T>(source: Source, key: unknown, seen: T): T {
    const ofSource = noted.get(source)
    if (ofSource === undefined) noted.set(source, new Map([[key, seen]]))
    else ofSource.set(key, seen)
    return seen
  }

  const observed: ObservedHeld = {
    edition: observedEdition(held.edition, note),
    get staleSince() {
      return note('held', 'staleSince', held.staleSince)
    },
    answers: held.answers,
    derive(name, now, derivation) {
      const made = deriveFrom(held, { name, now, derivation })
      if (made.isMadeOfMore) isMadeOfMore = true
      derived.set(name, made.derived)
      return made.value
    },
    isMadeOfMore: () => {
      isMadeOfMore = true
    },
  }
  return {
    held: observed,
    madeOf: (endsAt) =>
      isMadeOfMore ? undefined : { parts: partsOf(noted), derived: [...derived.values()], endsAt },
    derived: () => [...derived.values()],
  }
}

function deriveFrom<T>(
  held: Held,
  { name, now, derivation }: { name: string; now: Date; derivation: Derivation<T> },
): { value: T; derived: Derived; isMadeOfMore: boolean } {
  const observation = observe(held)
  const { value, digest, expiresAt: ownEnd } = derivation(observation.held, now)
  const expiresAt = turnsAt({ derived: [...observation.derived(), { expiresAt: ownEnd }] })
  const madeOf = observation.madeOf(undefined)
  const parts = madeOf === undefined ? [] : [...madeOf.parts, ...madeOf.derived.flatMap((each) => each.parts)]
  return {
    value,
    derived: { name, parts, digest, expiresAt, again: derivation },
    isMadeOfMore: madeOf === undefined,
  }
}

/**
 * Its parts and derivations as of now. Undefined if the answer has to be made again. Readers are answered between the
 * derivations: on a long history each takes milliseconds.
 */
export async function stillMadeOf(
  held: Held,
  { parts, derived, endsAt }: MadeOf,
  now: Date,
): Promise<MadeOf | undefined> {
  if (!isBefore(now, endsAt) || !areSame(held, parts)) return undefined
  const again: Derived[] = []
  for (const before of derived) {
    const next = isUnchanged(held, before, now) ? before : await derivedAgain(held, before, now)
    if (next?.digest !== before.digest) return undefined
    again.push(next)
  }
  return { parts, derived: again, endsAt }
}

/** Whether `stillMadeOf` can tell without deriving anything again, which takes time. */
export function isMadeOfSameParts(held: Held, { parts, derived, endsAt }: MadeOf, now: Date): boolean {
  const isSame = isBefore(now, endsAt) && areSame(held, parts)
  return isSame && derived.every((each) => isUnchanged(held, each, now))
}

/** When time alone may change what was derived. */
export function turnsAt({ derived }: { derived: readonly Pick<Derived, 'expiresAt'>[] }): number | undefined {
  const times = derived.flatMap(({ expiresAt }) => expiresAt ?? [])
  return times.length === 0 ? undefined : Math.min(...times)
}

function isUnchanged(held: Held, { parts, expiresAt }: Derived, now: Date): boolean {
  return isBefore(now, expiresAt) && areSame(held, parts)
}

/** Most pages are made of some of the same results, so each is derived once for an edition and minute. */
async function derivedAgain(held: Held, before: Derived, now: Date): Promise<Derived | undefined> {
  const { derivedAgain: known } = held.answers
  const cached = () => {
    const last = known.get(before.name)
    // Answers for the next minute are also made ahead.
    return last !== undefined && last.from <= now && isBefore(now, last.derived.expiresAt)
      ? last.derived
      : undefined
  }
  const atOnce = cached()
  if (atOnce !== undefined) return atOnce
  await ownTurn()
  // Another answer may have waited for the same.
  const meanwhile = cached()
  if (meanwhile !== undefined) return meanwhile
  try {
    const { derived, isMadeOfMore } = deriveFrom(held, { name: before.name, now, derivation: before.again })
    if (isMadeOfMore) return undefined
    known.set(before.name, { from: now, derived })
    return derived
  } catch {
    // The next request for this answer fails with the same error, and reports it.
    return undefined
  }
}

function isBefore(now: Date, endsAt: number | undefined): boolean {
  return endsAt === undefined || now.getTime() < endsAt
}

function areSame(held: Held, parts: readonly Part[]): boolean {
  return parts.every(({ source, key, seen }) => valueAt(held, source, key) === seen)
}

function valueAt(held: Held, source: Source, key: unknown): unknown {
  const { edition } = held
  switch (source) {
    case 'held':
      return held[key as 'staleSince']
    case 'edition':
      return edition[key as keyof Edition]
    case 'site':
      return edition.site[key as keyof Edition['site']]
    case 'log':
      return edition.log?.[key as keyof NonNullable<Edition['log']>]
    default: {
      const map: ReadonlyMap<unknown, unknown> = mapAt(edition, source)
      return key === WHOLE ? map : map.get(key)
    }
  }
}

function mapAt(edition: Edition, source: MapSource): ReadonlyMap<unknown, unknown> {
  return source === 'messageTimes' || source === 'logEntries' ? edition[source] : edition.records[source]
}

function partsOf(noted: ReadonlyMap<Source, ReadonlyMap<unknown, unknown>>): Part[] {
  return [...noted].flatMap(([source, seen]) =>
    Array.from(seen, ([key, value]) => ({ source, key, seen: value })),
  )
}

type Note = <T>(source: Source, key: unknown, seen: T) => T

function observedEdition(edition: Edition, note: Note): Edition {
  const observedMaps = new Map<MapSource, ObservedMap<unknown, unknown>>()
  const mapOf = (source: MapSource) => {
    const made = observedMaps.get(source) ?? new ObservedMap(mapAt(edition, source), source, note)
    observedMaps.set(source, made)
    return made
  }
  const records = new Proxy(edition.records, {
    get: (_, name) => (isMap(name) ? mapOf(name) : undefined),
  })
  const site = noting(edition.site, 'site', note)
  const log = edition.log && noting(edition.log, 'log', note)
  return new Proxy(edition, {
    get(_, name) {
      switch (name) {
        case 'records':
          return records
        case 'site':
          return site
        case 'log':
          // Reading the id also shows that there is a log.
          if (log === null) note('edition', 'log', null)
          else note('log', 'id', edition.log?.id)
          return log
        case 'messageTimes':
        case 'logEntries':
          return mapOf(name)
        default:
          return note('edition', name, edition[name as keyof Edition])
      }
    },
  })
}

function isMap(name: string | symbol): name is MapSource {
  return MAPS.includes(name as MapSource)
}

function noting<T extends object>(of: T, source: Source, note: Note): T {
  return new Proxy(of, { get: (_, name) => note(source, name, of[name as keyof T]) })
}

class ObservedMap<K, V> implements ReadonlyMap<K, V> {
  readonly #map: ReadonlyMap<K, V>
  readonly #source: MapSource
  readonly #note: Note

  constructor(map: ReadonlyMap<K, V>, source: MapSource, note: Note) {
    this.#map = map
    this.#source = source
    this.#note = note
  }

  get(key: K): V | undefined {
    return this.#note(this.#source, key, this.#map.get(key))
  }

  has(key: K): boolean {
    return this.get(key) !== undefined
  }

  get size() {
    return this.whole().size
  }

  keys() {
    return this.whole().keys()
  }

  values() {
    return this.whole().values()
  }

  entries() {
    return this.whole().entries()
  }

  [Symbol.iterator]() {
    return this.whole()[Symbol.iterator]()
  }

  forEach(callback: (value: V, key: K, map: ReadonlyMap<K, V>) => void) {
    this.whole().forEach(callback)
  }

  whole(): ReadonlyMap<K, V> {
    return this.#note(this.#source, WHOLE, this.#map)
  }
}

/** A whole map of the edition as one value, the same for all answers, so that caches can use it as their key. */
export function wholeOf<K, V>(map: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  return map instanceof ObservedMap ? (map as ObservedMap<K, V>).whole() : map
}
