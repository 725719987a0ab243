import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { endPause, endPausesOf, writePause } from '../../db/delivery-pauses.ts'
import type { DeliveryEvent } from './delivery-event.ts'

export function pauseBoard(db: Kysely<DB>) {
  const worker = randomUUID()
  // In order, one at a time. Failed writes aren't retried: the log has the event, and the next write
  // follows.
  let writing = Promise.resolve()
  const write = (act: () => Promise<void>) => {
    writing = writing.then(act).catch(() => {})
  }

  return {
    show: (event: DeliveryEvent) => {
      if (event.kind === 'paused') write(() => writePause(db, { worker, ...event }))
      if (event.kind === 'resumed') write(() => endPause(db, { worker, way: event.way }))
    },
    stop: async () => {
      write(() => endPausesOf(db, { worker }))
      await writing
    },
  }
}
