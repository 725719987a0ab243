import type { Read, ReadAnswer, ReadInput, ReadPath } from '../../contract/public-reads.ts'
import { addressOf } from '../../ui/account/read-by-fetch.ts'

/** From the moment a hand goes to a link until it is pressed; longer, and the page had better ask anew. */
const KEPT_FOR_MS = 5_000

interface Ahead {
  answer: Promise<unknown>
  askedAt: number
}

/** A read whose answers may have been asked for a moment ahead: the first to come for one gets it. */
export function readingAhead(ask: Read, { clock }: { clock: () => number }) {
  const ahead = new Map<string, Ahead>()

  function isFresh({ askedAt }: Ahead) {
    return clock() - askedAt < KEPT_FOR_MS
  }

  return {
    async read<P extends ReadPath>(path: P, input: ReadInput<P>): Promise<ReadAnswer<P>> {
      const address = addressOf(path, input)
      const kept = ahead.get(address)
      ahead.delete(address)
      if (kept === undefined || !isFresh(kept)) return ask(path, input)
      // What failed ahead of time is tried again, now that it counts.
      return kept.answer.catch(() => ask(path, input)) as Promise<ReadAnswer<P>>
    },
    readAhead<P extends ReadPath>(path: P, input: ReadInput<P>): Promise<ReadAnswer<P>> {
      const address = addressOf(path, input)
      for (const [stored, each] of ahead) if (!isFresh(each)) ahead.delete(stored)
      const kept = ahead.get(address)
      if (kept !== undefined) return kept.answer as Promise<ReadAnswer<P>>
      const answer = ask(path, input)
      ahead.set(address, { answer, askedAt: clock() })
      return answer
    },
    forget() {
      ahead.clear()
    },
  }
}
