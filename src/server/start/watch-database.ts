import { setTimeout as sleep } from 'node:timers/promises'
import { connect, SILENT_AFTER_MS } from '../../db/connect.ts'
import { currentEdition } from '../../db/edition.ts'
import { within } from '../../db/within.ts'

const LOOK_EVERY_MS = 5_000
/**
 * A server that takes longer for one row counts as lost. A hanging connection would take 15 minutes to
 * break.
 */
const ANSWER_WITHIN_MS = 5_000

export interface DatabaseWatch {
  isReached(): boolean
  stop(): Promise<void>
}

export interface WatchOptions {
  onLost: (error: unknown) => void
  onFound: () => void
  lookEveryMs?: number
  answerWithinMs?: number
}

export function watchDatabase(
  url: string,
  { onLost, onFound, lookEveryMs = LOOK_EVERY_MS, answerWithinMs = ANSWER_WITHIN_MS }: WatchOptions,
): DatabaseWatch {
  const { db, close } = connect(url, { max: 1, silentAfterMs: SILENT_AFTER_MS })
  const stopping = new AbortController()
  let isReached = true

  async function look() {
    try {
      await within(answerWithinMs, currentEdition(db))
      if (!isReached) onFound()
      isReached = true
    } catch (error) {
      if (isReached && !stopping.signal.aborted) onLost(error)
      isReached = false
    }
  }

  async function watch() {
    while (!stopping.signal.aborted) {
      await look()
      await sleep(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const watching = watch()

  return {
    isReached: () => isReached,
    stop: async () => {
      stopping.abort()
      await watching
      await close()
    },
  }
}
