import type { Month } from '../../domain/calendar/month.ts'

/** How far back the calendar of a list is there without scripts; with them all of it is. */
export const CALENDAR_MONTHS = 13

/** Parameters that stand in an address for one reader, or that the web server itself answers to. */
const NOT_FOLLOWED = ['cloud', 'origin', 'notice', 'token', 'post']

/**
 * Whether a view of a page that a link leads to becomes a file. Filters of lists combine without end, so one at a time
 * is; what is left out falls back to the page without them.
 */
export function isPageKept(query: URLSearchParams, { oldestMonth }: { oldestMonth: Month }): boolean {
  const names = [...query.keys()].filter((name) => name !== 'page')
  if (names.some((name) => NOT_FOLLOWED.includes(name))) return false
  const filters = names.filter((name) => LIST_FILTERS.has(name))
  if (filters.length > 1) return false
  const month = query.get('month') ?? query.get('date')?.slice(0, 'YYYY-MM'.length)
  if (month !== undefined && month < oldestMonth) return false
  // The calendar turns its months above the first page of the list.
  return !(query.has('month') && query.has('page'))
}

/** On pages of figures and of the timeline, parameters have few values, and all that is linked is kept. */
const LIST_FILTERS: ReadonlySet<string> = new Set(['date', 'month', 'datacenter'])
