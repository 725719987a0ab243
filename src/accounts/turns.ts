/** The line is full: come again. */
export class LineIsFull extends Error {
  override message = 'Too many wait for their turn'
}

/** The line has room for others, but this client has all the places that one client gets. */
export class OwnPlacesTaken extends Error {
  override message = 'This client has too many requests in line'
}

/**
 * A line in which clients take turns: each has a queue of its own, and the queues are served round robin, so a client who
 * comes a hundred times waits behind itself and everybody else waits for one turn of it. When the line is full, the
 * longest queue loses its last place to a client who has fewer.
 */
export class FairLine<T> {
  /** In the order in which the clients are served next. No queue is empty. */
  readonly #queues = new Map<string, T[]>()
  readonly #longest: number
  readonly #mostOfOne: number
  #length = 0

  constructor({ longestLine, mostOfOne = longestLine }: { longestLine: number; mostOfOne?: number }) {
    this.#longest = longestLine
    this.#mostOfOne = mostOfOne
  }

  get length() {
    return this.#length
  }

  join(client: string, one: T): Joining<T> {
    const own = this.#queues.get(client)
    if ((own?.length ?? 0) >= this.#mostOfOne) return { kind: 'own-places-taken' }
    const pushedOut = this.#length < this.#longest ? undefined : this.#makeRoomFor(own?.length ?? 0)
    if (pushedOut === undefined && this.#length >= this.#longest) return { kind: 'full' }
    if (own === undefined) this.#queues.set(client, [one])
    else own.push(one)
    this.#length++
    return { kind: 'joined', pushedOut }
  }

  next(): T | undefined {
    for (const [client, queue] of this.#queues) {
      const one = queue.shift()
      this.#queues.delete(client)
      // Behind all the others.
      if (queue.length > 0) this.#queues.set(client, queue)
      this.#length--
      return one
    }
    return undefined
  }

  /** Takes out the first of each queue for as long as this is true of them. */
  takeOutWhile(isOver: (one: T) => boolean): T[] {
    const taken: T[] = []
    for (const [client, queue] of this.#queues) {
      while (queue[0] !== undefined && isOver(queue[0])) taken.push(queue.shift() as T)
      if (queue.length === 0) this.#queues.delete(client)
    }
    this.#length -= taken.length
    return taken
  }

  /** The first of each queue. */
  *heads(): Iterable<T> {
    for (const [head] of this.#queues.values()) if (head !== undefined) yield head
  }

  /** A full line has at most a few hundred queues, so looking at each is cheaper than keeping them sorted. */
  #makeRoomFor(ownPlaces: number): T | undefined {
    let longest: T[] | undefined
    for (const queue of this.#queues.values()) {
      if (longest === undefined || queue.length > longest.length) longest = queue
    }
    // With one place more, the newcomer must not have as many as the one that loses a place.
    if (longest === undefined || longest.length <= ownPlaces + 1) return undefined
    this.#length--
    return longest.pop()
  }
}

type Joining<T> =
  | { kind: 'joined' /** Who lost the place, and is told to come again. */; pushedOut: T | undefined }
  | { kind: 'own-places-taken' | 'full' }

export interface Turns {
  /** Does the work when its turn comes. A client is whatever takes turns with others: an address, an account. */
  take<T>(client: string, work: () => Promise<T>): Promise<T>
}

/** Some at once, the others in a fair line: expensive work is spread over time, and readers hardly notice. */
export function makeTurns({
  atOnce,
  ...places
}: {
  atOnce: number
  longestLine: number
  /** Places in the line for one client. */
  mostOfOne?: number
}): Turns {
  const line = new FairLine<{ begin: () => void; refuse: (error: Error) => void }>(places)
  let free = atOnce

  function wait(client: string): Promise<void> {
    return new Promise((begin, refuse) => {
      const joining = line.join(client, { begin, refuse })
      if (joining.kind === 'joined') joining.pushedOut?.refuse(new OwnPlacesTaken())
      else refuse(joining.kind === 'full' ? new LineIsFull() : new OwnPlacesTaken())
    })
  }

  return {
    async take(client, work) {
      if (free === 0) await wait(client)
      else free--
      try {
        return await work()
      } finally {
        const next = line.next()
        if (next === undefined) free++
        else next.begin()
      }
    },
  }
}
