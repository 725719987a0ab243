export interface FairLineOptions {
  longestLine: number
  mostOfOne?: number
  /**
   * Groups clients that may be the same one: an IPv6 network can have any number of addresses. A group gets no more
   * than `GROUP_SHARE` clients do. If absent, each client is its own group.
   */
  groupOf?: (client: string) => string
}

/** Networks of providers and companies have several readers: more than one client's share, but not everything. */
export const GROUP_SHARE = 4

/**
 * Each client has its own queue, and the queues are served round robin. When the line is full, the longest
 * queue loses its last place to a client with fewer. Groups of clients take turns in the same way.
 */
export class FairLine<T> {
  readonly #groups: Groups<T> = new Map()
  readonly #longest: number
  readonly #mostOfOne: number
  readonly #groupOf: (client: string) => string
  #length = 0

  constructor({ longestLine, mostOfOne = longestLine, groupOf = (client) => client }: FairLineOptions) {
    this.#longest = longestLine
    this.#mostOfOne = mostOfOne
    this.#groupOf = groupOf
  }

  get length() {
    return this.#length
  }

  join(client: string, one: T): Joining<T> {
    const name = this.#groupOf(client)
    const group = this.#groups.get(name)
    const ownPlaces = group?.queues.get(client)?.length ?? 0
    if (ownPlaces >= this.#mostOfOne) return { kind: 'own-places-taken' }
    let pushedOut: T | undefined
    if (group !== undefined && group.length >= this.#mostOfOne * GROUP_SHARE) {
      pushedOut = this.#makeRoomIn(name, group, ownPlaces)
      if (pushedOut === undefined) return { kind: 'own-places-taken' }
    } else if (this.#length >= this.#longest) {
      pushedOut = this.#makeRoomFor(client, name)
      if (pushedOut === undefined) return { kind: 'full' }
    }
    this.#add(client, name, one)
    return { kind: 'joined', pushedOut }
  }

  next(mayGo: (client: string) => boolean = () => true): T | undefined {
    const served = serveNext(this.#groups, mayGo)
    if (served === undefined) return undefined
    this.#length--
    return served.one
  }

  /** Work that two clients wait for moves to the second one's queue if it would start earlier there. */
  moveUp(one: T, { from, to }: { from: string; to: string }): boolean {
    const ahead = this.#queueOf(from).indexOf(one)
    if (ahead < 0 || from === to || !this.#hasPlaceFor(to, { from })) return false
    const aheadThere = this.#queueOf(to).length
    // Groups have shares, and both queues change them, so both cases are simulated on copies. With 200 places taken,
    // that takes up to 0.2 ms on a slow machine.
    const now = serveUntil(one, copyOf(this.#groups))
    const moved = copyOf(this.#groups)
    takeFrom(moved, { one, client: from, name: this.#groupOf(from) })
    addTo(moved, { one, client: to, name: this.#groupOf(to) })
    const there = serveUntil(one, moved, { atMost: now })
    // In a tie, prefer the queue with fewer of its own ahead: newcomers delay it less.
    const isBetter = there === now ? aheadThere < ahead : there < now
    if (!isBetter) return false
    this.takeOut(one, from)
    this.#add(to, this.#groupOf(to), one)
    return true
  }

  takeOut(one: T, client: string): boolean {
    const isTaken = takeFrom(this.#groups, { one, client, name: this.#groupOf(client) })
    if (isTaken) this.#length--
    return isTaken
  }

  takeOutWhile(isOver: (one: T) => boolean): T[] {
    const taken: T[] = []
    for (const [name, group] of this.#groups) {
      for (const [client, queue] of group.queues) {
        while (queue[0] !== undefined && isOver(queue[0])) {
          taken.push(queue.shift() as T)
          this.#shrink(name, group)
        }
        if (queue.length === 0) group.queues.delete(client)
      }
    }
    return taken
  }

  find(isWanted: (one: T) => boolean): T | undefined {
    for (const { queues } of this.#groups.values())
      for (const queue of queues.values()) {
        const found = queue.find(isWanted)
        if (found !== undefined) return found
      }
    return undefined
  }

  *heads(): Iterable<T> {
    for (const { queues } of this.#groups.values())
      for (const [head] of queues.values()) if (head !== undefined) yield head
  }

  #add(client: string, name: string, one: T) {
    addTo(this.#groups, { one, client, name })
    this.#length++
  }

  /** Call after removing one from a queue. */
  #shrink(name: string, group: Group<T>) {
    group.length--
    this.#length--
    if (group.length === 0) this.#groups.delete(name)
  }

  #queueOf(client: string): readonly T[] {
    return this.#groups.get(this.#groupOf(client))?.queues.get(client) ?? []
  }

  #hasPlaceFor(client: string, { from }: { from: string }): boolean {
    const name = this.#groupOf(client)
    const ofGroup = this.#groups.get(name)?.length ?? 0
    const isInGroup = this.#groupOf(from) === name
    const hasGroupPlace = isInGroup || ofGroup < this.#mostOfOne * GROUP_SHARE
    return hasGroupPlace && this.#queueOf(client).length < this.#mostOfOne
  }

  /** A full line has at most a few hundred queues, so a scan is cheaper than keeping them sorted. */
  #makeRoomFor(client: string, ownName: string): T | undefined {
    let fullest: { name: string; group: Group<T> } | undefined
    for (const [name, group] of this.#groups)
      if (fullest === undefined || burdenOf(group) > burdenOf(fullest.group)) fullest = { name, group }
    if (fullest === undefined) return undefined
    const own = this.#groups.get(ownName)
    const ownPlaces = own?.queues.get(client)?.length ?? 0
    if (fullest.group === own) return this.#makeRoomIn(ownName, own, ownPlaces)
    // With one more place, the newcomer must still have fewer than the one that loses a place.
    const clients = (own?.queues.size ?? 0) + (ownPlaces === 0 ? 1 : 0)
    const burden = ((own?.length ?? 0) + 1) / shareOf(clients)
    return burdenOf(fullest.group) > burden ? this.#pushOut(fullest.name, fullest.group) : undefined
  }

  #makeRoomIn(name: string, group: Group<T>, ownPlaces: number): T | undefined {
    const most = Math.max(...[...group.queues.values()].map((queue) => queue.length))
    return most > ownPlaces + 1 ? this.#pushOut(name, group) : undefined
  }

  #pushOut(name: string, group: Group<T>): T | undefined {
    let longest: [client: string, queue: T[]] | undefined
    for (const each of group.queues)
      if (longest === undefined || each[1].length > longest[1].length) longest = each
    if (longest === undefined) return undefined
    const [client, queue] = longest
    const one = queue.pop()
    if (queue.length === 0) group.queues.delete(client)
    this.#shrink(name, group)
    return one
  }
}

interface Group<T> {
  queues: Map<string, T[]>
  length: number
  served: number
}

/** In serving order. Groups and queues are never empty. */
type Groups<T> = Map<string, Group<T>>

interface Waiter<T> {
  one: T
  client: string
  name: string
}

function serveNext<T>(
  groups: Groups<T>,
  mayGo: (client: string) => boolean = () => true,
): { one: T } | undefined {
  for (const [name, group] of groups) {
    for (const [client, queue] of group.queues) {
      if (!mayGo(client)) continue
      const mayServe = shareOf(group.queues.size)
      const one = queue.shift() as T
      group.queues.delete(client)
      if (queue.length > 0) group.queues.set(client, queue)
      group.length--
      group.served++
      if (group.length === 0) groups.delete(name)
      else if (group.served >= mayServe) {
        group.served = 0
        groups.delete(name)
        groups.set(name, group)
      }
      return { one }
    }
  }
  return undefined
}

function addTo<T>(groups: Groups<T>, { one, client, name }: Waiter<T>) {
  const group = groups.get(name) ?? { queues: new Map<string, T[]>(), length: 0, served: 0 }
  const queue = group.queues.get(client)
  if (queue === undefined) group.queues.set(client, [one])
  else queue.push(one)
  group.length++
  groups.set(name, group)
}

function takeFrom<T>(groups: Groups<T>, { one, client, name }: Waiter<T>): boolean {
  const group = groups.get(name)
  const queue = group?.queues.get(client)
  const at = queue?.indexOf(one) ?? -1
  if (group === undefined || queue === undefined || at < 0) return false
  queue.splice(at, 1)
  if (queue.length === 0) group.queues.delete(client)
  group.length--
  if (group.length === 0) groups.delete(name)
  return true
}

/** How many are served before it, if all may go and no one else joins. Infinity if more than `atMost`. */
function serveUntil<T>(
  one: T,
  groups: Groups<T>,
  { atMost = Number.POSITIVE_INFINITY }: { atMost?: number } = {},
): number {
  for (let turns = 0; turns <= atMost; turns++) {
    const served = serveNext(groups)
    if (served === undefined) break
    if (served.one === one) return turns
  }
  return Number.POSITIVE_INFINITY
}

function copyOf<T>(groups: Groups<T>): Groups<T> {
  return new Map(
    [...groups].map(([name, { queues, length, served }]) => [
      name,
      { queues: new Map([...queues].map(([client, queue]) => [client, [...queue]])), length, served },
    ]),
  )
}

/** Turns that a group of this many clients gets per round. */
function shareOf(clients: number): number {
  return Math.min(GROUP_SHARE, Math.max(1, clients))
}

function burdenOf<T>({ queues, length }: Group<T>): number {
  return length / shareOf(queues.size)
}

type Joining<T> =
  | { kind: 'joined' /** The one that lost its place and should retry. */; pushedOut: T | undefined }
  | { kind: 'own-places-taken' | 'full' }
