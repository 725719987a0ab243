import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { databaseTimeOf } from '../../db/database-clock.ts'
import { lookAtTimetable, type TimetableEvent } from './look-at-timetable.ts'
import { Pauses } from './pauses.ts'

/** For what staff have just scheduled, here or by another process. */
const LOOK_EVERY_MS = 5_000

export type TimetableReport = TimetableEvent | { kind: 'away'; error: unknown }

export interface TimetableOptions {
  db: Kysely<DB>
  clock: () => Date
  onEvent: (event: TimetableReport) => void
  lookEveryMs?: number
}

/** Everything that happens by the clock, in every web process: looks every few seconds, and when something is due. */
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
      // A web process whose clock is ahead must not publish before the others would.
      const now = await databaseTimeOf(db, clock())
      const aheadMs = clock().getTime() - now.getTime()
      const { done, nextAt } = await lookAtTimetable({ db, now, pauses, onEvent }, { aheadMs: lookEveryMs })
      // What was done may have made something else due: a series its next window, a record its beginning.
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
