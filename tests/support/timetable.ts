import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/database.ts'
import { lookAtTimetable, type TimetableEvent } from '../../src/publishing/timetable/look-at-timetable.ts'
import { Pauses } from '../../src/publishing/timetable/pauses.ts'
import { at } from './life.ts'

export type TestTimetable = ReturnType<typeof testTimetable>

export function testTimetable(db: Kysely<DB>) {
  const events: TimetableEvent[] = []
  const pauses = new Pauses()
  return {
    events,
    look: (time: string | Date) => {
      const now = typeof time === 'string' ? at(time) : time
      return lookAtTimetable({ db, now, pauses, onEvent: (event) => events.push(event) }, { aheadMs: 5_000 })
    },
  }
}
