import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { noteNotified } from '../../db/figures.ts'
import { noteMessageTimes } from '../../db/message-times.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'

/**
 * Messages are retried for two days. Older publications are recorded already, or their deliveries are
 * deleted.
 */
const LOOKED_BACK_MS = 7 * DAY_MS
/** Finding the last of half a million messages takes a second. */
const NOTED_AT_ONCE = 3

/**
 * Z-06: records every minute how long notifying took. Several processes can do this at the same time; each
 * takes other publications.
 */
export function timePublications(of: {
  db: Kysely<DB>
  clock: () => Date
  onError: (error: unknown) => void
}): {
  stop(): Promise<void>
} {
  let noting = Promise.resolve()
  const timer = setInterval(() => {
    noting = noting.then(() => notePublicationTimes(of.db, of.clock())).catch(of.onError)
  }, MINUTE_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await noting
    },
  }
}

export async function notePublicationTimes(db: Kysely<DB>, now: Date): Promise<void> {
  const publishedSince = new Date(now.getTime() - LOOKED_BACK_MS)
  await noteNotified(db, { publishedSince, most: NOTED_AT_ONCE })
  await noteMessageTimes(db, { publishedSince, most: NOTED_AT_ONCE })
}
