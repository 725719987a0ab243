import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { addReads } from '../../db/read-counts.ts'
import { within } from '../../db/within.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'

/** A database that hangs must not delay anything, least of all a shutdown. */
const ADD_WITHIN_MS = 5_000
/** Counts survive a database outage of up to this long. */
const KEPT_AT_MOST_MS = 31 * DAY_MS

/**
 * If the database fails, counts stay in memory: there are few kinds of pages, so a month of counts is small.
 * A crash loses one minute.
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
    const adding = addReads(of.db, counted.map(toCounted))
    // Not as soon as it is late: it may still succeed, and would be counted twice.
    adding.catch(() => {
      for (const [key, reads] of counted) add(key, reads)
    })
    await within(ADD_WITHIN_MS, adding).catch(of.onError)
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
