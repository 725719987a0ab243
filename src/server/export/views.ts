import type { Month } from '../../domain/calendar/month.ts'

/** How many months of a list's calendar work without scripts. With scripts, all of them do. */
export const CALENDAR_MONTHS = 13

/** Parameters for a single reader, or that the web server itself handles. */
const NOT_FOLLOWED = ['cloud', 'origin', 'notice', 'token', 'post', 'mine']

/**
 * Whether a linked view of a page becomes a file. There is no end of filter combinations, so only single filters are
 * exported. Other views fall back to the page without filters.
 */
export function isPageExported(query: URLSearchParams, { oldestMonth }: { oldestMonth: Month }): boolean {
  const names = [...query.keys()].filter((name) => name !== 'page')
  if (names.some((name) => NOT_FOLLOWED.includes(name))) return false
  const filters = names.filter((name) => LIST_FILTERS.has(name))
  if (filters.length > 1) return false
  const month = query.get('month') ?? query.get('date')?.slice(0, 'YYYY-MM'.length)
  if (month !== undefined && month < oldestMonth) return false
  // The calendar changes months only on the first page of the list.
  return !(query.has('month') && query.has('page'))
}

/** Filters of lists. The parameters of other pages have few values, so all linked views are kept. */
const LIST_FILTERS: ReadonlySet<string> = new Set(['date', 'month', 'datacenter'])
