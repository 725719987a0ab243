import { LAST_ID, wholeNumber } from './whole-number.ts'

/** L-12: what of a list the address asks for. People count pages from 1, the API from 0. */
export interface ListQuery {
  page: number
  category: number | undefined
  /** `YYYY-MM-DD` in UTC. */
  day: string | undefined
  /** Sorted, each once; none means all. */
  dataCenters: readonly number[]
  /** `YYYY-MM` that the calendar shows, when it is another than that of the day. */
  month: string | undefined
}

/** Everything, from the first page. */
export const WHOLE_LIST: ListQuery = {
  page: 0,
  category: undefined,
  day: undefined,
  dataCenters: [],
  month: undefined,
}

/** Bad values are no reason to refuse a page: they ask for nothing. */
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
  }
}

/** Lists of notifications have neither calendar nor data centers. */
export function notificationQuery(query: URLSearchParams): ListQuery {
  const { page, category } = listQuery(query)
  return { ...WHOLE_LIST, page, category }
}

/** The address of a view of a list; the first page and no filter go without saying. */
export function listAddress(path: string, { page, category, day, dataCenters, month }: ListQuery): string {
  const query = new URLSearchParams()
  if (category !== undefined) query.set('category', String(category))
  if (day !== undefined) query.set('date', day)
  for (const id of dataCenters) query.append('datacenter', String(id))
  if (month !== undefined) query.set('month', month)
  if (page > 0) query.set('page', String(page + 1))
  return query.size === 0 ? path : `${path}?${query}`
}

/** The API refuses anything beyond these. */
const LAST_PAGE = 100_001
const MOST_DATA_CENTERS = 500
const MONTH_LENGTH = 'YYYY-MM'.length

function calendarDay(value: string | null) {
  if (value === null || !/^[1-9]\d{3}-\d\d-\d\d$/.test(value)) return undefined
  const start = new Date(`${value}T00:00:00Z`)
  // `2026-02-30` is read as a day of March, or as none.
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
