import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { databaseTimeOf } from '../../db/database-clock.ts'
import { lookAtTimetable, type TimetableEvent } from './look-at-timetable.ts'
import { Pauses } from './pauses.ts'

/** For things that were just scheduled, here or by another process. */
const LOOK_EVERY_MS = 5_000

export type TimetableReport = TimetableEvent | { kind: 'away'; error: unknown }

export interface TimetableOptions {
  db: Kysely<DB>
  clock: () => Date
  onEvent: (event: TimetableReport) => void
  lookEveryMs?: number
}

/**
 * Runs everything that happens by the clock, in every web process. Looks every few seconds and when something is due.
 */
export function startTimetable({ db, clock, onEvent, lookEveryMs = LOOK_EVERY_MS }: TimetableOptions): {
  stop(): Promise<void>
} {
  const pauses = new Pauses()
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let looking = look()

  async function look() {
    const waitMs = await lookOnce()
    if (isStopping) return
    timer = setTimeout(() => {
      looking = look()
    }, waitMs)
    timer.unref()
  }

  async function lookOnce(): Promise<number> {
    try {
      // A web process with a fast clock must not publish too early.
      const now = await databaseTimeOf(db, clock())
      const aheadMs = clock().getTime() - now.getTime()
      const { done, nextAt } = await lookAtTimetable({ db, now, pauses, onEvent }, { aheadMs: lookEveryMs })
      // This may have made something else due: the next window of a series, or the start of a record.
      if (done > 0) return 0
      return Math.min(lookEveryMs, Math.max(0, nextAt.getTime() + aheadMs - clock().getTime()))
    } catch (error) {
      onEvent({ kind: 'away', error })
      return lookEveryMs
    }
  }

  return {
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      await looking
    },
  }
}
