import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { addReads } from '../../db/read-counts.ts'
import { within } from '../../db/within.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'

/** Nobody waits for a database that fell silent, a stop least of all. */
const ADD_WITHIN_MS = 5_000
/** Reading is counted on through a database that is away; longer than this it is gone for good. */
const KEPT_AT_MOST_MS = 31 * DAY_MS

/**
 * Writes what was counted to the database, each minute and at the stop. While that fails it is kept here: there are few
 * kinds of pages, so a month of them is little. A process that dies loses a minute.
 */
export function keepReads(of: {
  db: Kysely<DB>
  take: () => ReadonlyMap<string, number>
  clock: () => Date
  onError: (error: unknown) => void
  everyMs?: number
}): { keep(): Promise<void>; stop(): Promise<void> } {
  /** By day and page. */
  const waiting = new Map<string, number>()
  let keeping = Promise.resolve()

  function collect() {
    const now = of.clock().getTime()
    const day = dayOf(now)
    for (const [page, reads] of of.take()) add(`${day} ${page}`, reads)
    const oldest = dayOf(now - KEPT_AT_MOST_MS)
    for (const key of waiting.keys()) if (key < oldest) waiting.delete(key)
  }

  function add(key: string, reads: number) {
    waiting.set(key, (waiting.get(key) ?? 0) + reads)
  }

  async function write() {
    collect()
    const counted = [...waiting]
    waiting.clear()
    try {
      await within(ADD_WITHIN_MS, addReads(of.db, counted.map(toCounted)))
    } catch (error) {
      for (const [key, reads] of counted) add(key, reads)
      of.onError(error)
    }
  }

  function keep() {
    keeping = keeping.then(write)
    return keeping
  }

  const timer = setInterval(() => void keep(), of.everyMs ?? MINUTE_MS)
  return {
    keep,
    stop: async () => {
      clearInterval(timer)
      await keep()
    },
  }
}

function dayOf(ms: number) {
  return new Date(ms).toISOString().slice(0, 10)
}

function toCounted([key, reads]: [string, number]) {
  const [day = '', page = ''] = key.split(' ')
  return { day, page, reads }
}
