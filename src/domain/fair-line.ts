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

  /** The one whose turn it is, among the clients that may go now. */
  next(mayGo: (client: string) => boolean = () => true): T | undefined {
    for (const [client, queue] of this.#queues) {
      if (!mayGo(client)) continue
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
