import type { Read, ReadAnswer, ReadInput, ReadPath } from '../../contract/public-reads.ts'
import { addressOf } from '../../ui/account/read-by-fetch.ts'

/** From reaching for a link to pressing it; anything older is reloaded. */
const CACHED_FOR_MS = 5_000

interface Ahead {
  answer: Promise<unknown>
  askedAt: number
}

/** A read with prefetching: the first reader of a prefetched response gets it. */
export function readingAhead(ask: Read, { clock }: { clock: () => number }) {
  const ahead = new Map<string, Ahead>()

  function isFresh({ askedAt }: Ahead) {
    return clock() - askedAt < CACHED_FOR_MS
  }

  return {
    async read<P extends ReadPath>(path: P, input: ReadInput<P>): Promise<ReadAnswer<P>> {
      const address = addressOf(path, input)
      const cached = ahead.get(address)
      ahead.delete(address)
      if (cached === undefined || !isFresh(cached)) return ask(path, input)
      return cached.answer.catch(() => ask(path, input)) as Promise<ReadAnswer<P>>
    },
    readAhead<P extends ReadPath>(path: P, input: ReadInput<P>): Promise<ReadAnswer<P>> {
      const address = addressOf(path, input)
      for (const [stored, each] of ahead) if (!isFresh(each)) ahead.delete(stored)
      const cached = ahead.get(address)
      if (cached !== undefined) return cached.answer as Promise<ReadAnswer<P>>
      const answer = ask(path, input)
      ahead.set(address, { answer, askedAt: clock() })
      return answer
    },
    forget() {
      ahead.clear()
    },
  }
}
