import { FairLine, type FairLineOptions } from '../domain/fair-line.ts'

export class LineIsFull extends Error {
  override message = 'Too many requests are waiting'
}

export class OwnPlacesTaken extends Error {
  override message = 'This client has too many requests in line'
}

export interface Turns {
  /** A client is an address or an account. */
  take<T>(client: string, work: () => Promise<T>): Promise<T>
  wouldWait(client: string): boolean
}

export interface TurnPlaces extends FairLineOptions {
  atOnce: number
  /** Each client works on one thing at a time, even if turns are free. */
  isOneEach?: boolean
}

export function makeTurns({ atOnce, isOneEach = false, ...places }: TurnPlaces): Turns {
  const line = new FairLine<{ client: string; begin: () => void; refuse: (error: Error) => void }>(places)
  const atWork = new Set<string>()
  let free = atOnce

  const mayGo = (client: string) => !isOneEach || !atWork.has(client)
  const wouldWait = (client: string) => free === 0 || !mayGo(client)

  function wait(client: string): Promise<void> {
    return new Promise((begin, refuse) => {
      const joining = line.join(client, { client, begin, refuse })
      if (joining.kind === 'joined') joining.pushedOut?.refuse(new OwnPlacesTaken())
      else refuse(joining.kind === 'full' ? new LineIsFull() : new OwnPlacesTaken())
    })
  }

  function begin(client: string) {
    free--
    atWork.add(client)
  }

  function end(client: string) {
    free++
    atWork.delete(client)
    while (free > 0) {
      const next = line.next(mayGo)
      if (next === undefined) return
      begin(next.client)
      next.begin()
    }
  }

  return {
    wouldWait,
    async take(client, work) {
      if (wouldWait(client)) await wait(client)
      else begin(client)
      try {
        return await work()
      } finally {
        end(client)
      }
    },
  }
}
