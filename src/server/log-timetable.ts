import type { Logger } from 'pino'
import type { TimetableReport } from '../publishing/timetable/start-timetable.ts'

export function logTimetable(log: Logger, event: TimetableReport) {
  switch (event.kind) {
    case 'done':
      return log.info({ deed: event.deed, record: event.id, lateMs: event.lateMs }, 'Done by the clock')
    case 'sent-back':
      return log.warn(
        { record: event.id, fields: event.fields },
        'A scheduled record could not be published; it is a draft again',
      )
    case 'failed': {
      const { what, id, attempts, retryAt, error } = event
      return log.error(
        { err: error, what, id, attempts, retryAt },
        'Not done by the clock; it is tried again',
      )
    }
    case 'away':
      return log.warn({ err: event.error }, 'The timetable could not be looked at')
  }
}
