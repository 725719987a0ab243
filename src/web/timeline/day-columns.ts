import { TIMELINE_DAYS } from '../../domain/constants.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { TimelineWindow } from '../../domain/timeline/timeline-window.ts'

export interface DayColumn {
  /** `2026-11-09` */
  day: string
  weekday: string
  /** `9` */
  date: string
  month: string
  isToday: boolean
}

/** S-02: one column per UTC day; on page 0 the last is today. */
export function dayColumns({ page, window }: { page: number; window: TimelineWindow }): DayColumn[] {
  return Array.from({ length: TIMELINE_DAYS }, (_, index) => {
    const at = new Date(window.start.getTime() + index * DAY_MS)
    return {
      day: at.toISOString().slice(0, 10),
      weekday: weekday.format(at),
      date: String(at.getUTCDate()),
      month: month.format(at),
      isToday: page === 0 && index === TIMELINE_DAYS - 1,
    }
  })
}

/** `9–15 Nov 2026`, `28 Dec 2026 – 3 Jan 2027`: shared month and year are shown once. */
export function windowWords({ start, end }: TimelineWindow): string {
  const last = new Date(end.getTime() - 1)
  const until = `${last.getUTCDate()} ${month.format(last)} ${last.getUTCFullYear()}`
  if (start.getUTCFullYear() !== last.getUTCFullYear()) {
    return `${start.getUTCDate()} ${month.format(start)} ${start.getUTCFullYear()} – ${until}`
  }
  if (start.getUTCMonth() !== last.getUTCMonth()) {
    return `${start.getUTCDate()} ${month.format(start)} – ${until}`
  }
  return `${start.getUTCDate()}–${until}`
}

const weekday = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' })
const month = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' })
