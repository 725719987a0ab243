import { type ChosenPlaces, formatChosen, mineIn, NOTHING_CHOSEN, withMine } from './chosen-places.ts'
import type { RecordKind } from './record.ts'
import { LAST_ID, wholeNumber } from './whole-number.ts'

/** L-12. People count pages from 1, the API from 0. */
export interface ListQuery {
  page: number
  category: number | undefined
  /** `YYYY-MM-DD` in UTC. */
  day: string | undefined
  /** Sorted and unique; empty means all. */
  dataCenters: readonly number[]
  /** `YYYY-MM` shown in the calendar, if different from the month of the day. */
  month: string | undefined
  mine: ChosenPlaces
}

export const WHOLE_LIST: ListQuery = {
  page: 0,
  category: undefined,
  day: undefined,
  dataCenters: [],
  month: undefined,
  mine: NOTHING_CHOSEN,
}

export function listQuery(query: URLSearchParams): ListQuery {
  const page = wholeNumber(query.get('page'), LAST_PAGE)
  const day = calendarDay(query.get('date'))
  const month = calendarMonth(query.get('month'))
  return {
    page: page === undefined ? 0 : page - 1,
    category: wholeNumber(query.get('category'), LAST_ID),
    day,
    dataCenters: idsIn(query.getAll('datacenter')),
    month: month === day?.slice(0, MONTH_LENGTH) ? undefined : month,
    mine: mineIn(query),
  }
}

export function notificationQuery(query: URLSearchParams): ListQuery {
  const { page, category, mine } = listQuery(query)
  return { ...WHOLE_LIST, page, category, mine }
}

export function listAddress(
  path: string,
  { page, category, day, dataCenters, month, mine }: ListQuery,
): string {
  const query = new URLSearchParams()
  if (category !== undefined) query.set('category', String(category))
  if (day !== undefined) query.set('date', day)
  for (const id of dataCenters) query.append('datacenter', String(id))
  if (month !== undefined) query.set('month', month)
  if (page > 0) query.set('page', String(page + 1))
  return withMine(query.size === 0 ? path : `${path}?${query}`, mine)
}

export interface ListFilters {
  statuses: ReadonlySet<number>
  dataCenters: ReadonlySet<number>
  /** First and last day of the calendar and today, as `YYYY-MM-DD`; undefined for lists without a calendar. */
  calendar: { first: string; last: string; today: string } | undefined
}

export function knownListQuery(
  query: ListQuery,
  { statuses, dataCenters, calendar }: ListFilters,
): ListQuery {
  const { category, day, month } = query
  const isKnownDay =
    calendar !== undefined && day !== undefined && day >= calendar.first && day <= calendar.last
  const known = {
    ...query,
    category: category !== undefined && statuses.has(category) ? category : undefined,
    day: isKnownDay ? day : undefined,
    dataCenters: query.dataCenters.filter((id) => dataCenters.has(id)),
  }
  if (calendar === undefined || month === undefined) return { ...known, month: undefined }
  const [oldest, newest] = [monthIn(calendar.first), monthIn(calendar.last)]
  const shown = month < oldest ? oldest : month > newest ? newest : month
  return { ...known, month: shown === monthIn(known.day ?? calendar.today) ? undefined : shown }
}

export function isNarrowedAlike(a: ListQuery, b: ListQuery): boolean {
  return (
    a.category === b.category &&
    a.day === b.day &&
    a.dataCenters.join() === b.dataCenters.join() &&
    formatChosen(a.mine) === formatChosen(b.mine)
  )
}

export function firstPastTheEnd(totalPages: number): number {
  return Math.max(1, totalPages)
}

/** L-01: the kind that a path lists, by its last segment. */
export function kindOfList(path: string): Exclude<RecordKind, 'notification'> | undefined {
  return KINDS_OF_LISTS.get(path.slice(path.lastIndexOf('/')))
}

const KINDS_OF_LISTS = new Map([
  ['/incidents', 'incident'],
  ['/maintenance', 'maintenance'],
  ['/security-advisories', 'advisory'],
] as const) as ReadonlyMap<string, Exclude<RecordKind, 'notification'>>

function monthIn(day: string) {
  return day.slice(0, MONTH_LENGTH)
}

/** The API refuses higher values. */
const LAST_PAGE = 100_001
const MOST_DATA_CENTERS = 500
const MONTH_LENGTH = 'YYYY-MM'.length

function calendarDay(value: string | null) {
  if (value === null || !/^[1-9]\d{3}-\d\d-\d\d$/.test(value)) return undefined
  const start = new Date(`${value}T00:00:00Z`)
  // `2026-02-30` is parsed as a day in March, or is invalid.
  const isDay = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(value)
  return isDay ? value : undefined
}

function calendarMonth(value: string | null) {
  return value !== null && calendarDay(`${value}-01`) !== undefined ? value : undefined
}

function idsIn(values: readonly string[]) {
  const ids = values.flatMap((value) => wholeNumber(value, LAST_ID) ?? [])
  return [...new Set(ids)].sort((a, b) => a - b).slice(0, MOST_DATA_CENTERS)
}
