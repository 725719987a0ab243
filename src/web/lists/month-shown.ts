import type { EventKind } from '../../domain/calendar/event-kind.ts'
import { type Month, monthAfter, monthOf, weeksOf } from '../../domain/calendar/month.ts'
import { dayFromName, dayName } from '../../domain/time.ts'

/** Includes the days of adjacent months that fill its weeks. */
export interface MonthShown {
  month: Month
  usualMonth: Month
  today: string
  previous: Month | undefined
  next: Month | undefined
  kinds: Readonly<Record<string, EventKind>>
}

export interface WholeCalendar {
  start_date: string
  end_date: string
  current_date: string
  calendar: Readonly<Record<string, EventKind>>
}

export function monthShown(
  { start_date, end_date, current_date, calendar }: WholeCalendar,
  asked: { month: Month | undefined; day: string | undefined },
): MonthShown {
  const [oldest, newest] = [monthOf(dayFromName(start_date)), monthOf(dayFromName(end_date))]
  const withinEnds = (month: Month) => (month < oldest ? oldest : month > newest ? newest : month)
  const usualMonth = withinEnds(monthOf(dayFromName(asked.day ?? current_date)))
  const month = withinEnds(asked.month ?? usualMonth)
  return {
    month,
    usualMonth,
    today: current_date,
    previous: month === oldest ? undefined : monthAfter(month, -1),
    next: month === newest ? undefined : monthAfter(month, 1),
    kinds: Object.fromEntries(
      weeksOf(month)
        .flat()
        .map(dayName)
        .flatMap((day) => (calendar[day] === undefined ? [] : [[day, calendar[day]]])),
    ),
  }
}
