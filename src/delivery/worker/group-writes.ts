import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 2_000

export interface GroupedWrites<Item> {
  /** Done when it is written for good. */
  write(item: Item): Promise<void>
  /** The database does not take them at the moment. */
  isBehind(): boolean
  /** Gives up on what cannot be written by then; its lease ends by itself. */
  stop(): Promise<void>
}

/**
 * Writes together what comes together: everything that arrives while one write is under way goes with the next. A write
 * that fails is tried again as long as it takes, for what was sent must not be forgotten.
 */
export function groupWrites<Item>({
  write,
  onError,
}: {
  write: (items: readonly Item[]) => Promise<void>
  onError: (error: unknown) => void
}): GroupedWrites<Item> {
  let waiting: { item: Item; done: () => void }[] = []
  let working: Promise<void> | undefined
  let isBehind = false
  const stopping = new AbortController()

  async function work() {
    while (waiting.length > 0) {
      // What else arrives in this turn of the loop comes along.
      await new Promise((resolve) => setImmediate(resolve))
      const group = waiting
      waiting = []
      await writeForGood(group.map(({ item }) => item))
      for (const { done } of group) done()
    }
    working = undefined
  }

  async function writeForGood(items: Item[]) {
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)) {
      try {
        await write(items)
        isBehind = false
        return
      } catch (error) {
        isBehind = true
        onError(error)
        if (stopping.signal.aborted) return
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  return {
    write: (item) =>
      new Promise((done) => {
        waiting.push({ item, done })
        working ??= work()
      }),
    isBehind: () => isBehind,
    stop: async () => {
      stopping.abort()
      await working
    },
  }
}
