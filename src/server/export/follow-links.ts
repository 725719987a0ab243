import type { CalendarResponse } from '../../contract/calendar.ts'
import type { ListResponse } from '../../contract/records.ts'
import type { Month } from '../../domain/calendar/month.ts'
import { parseUrl } from '../../domain/parse-url.ts'
import { decodeEntities } from '../../domain/plain-text.ts'
import { readAsked } from '../answers/make-read.ts'
import { CALENDAR_OF_LIST } from './seeds.ts'

export function linksIn(body: string, { page, publicUrl }: { page: string; publicUrl: string }): string[] {
  const base = new URL(page, publicUrl)
  const links = new Set<string>()
  for (const [, attribute, element] of body.matchAll(LINK)) {
    const text = decodeEntities(attribute ?? element ?? '')
    const url = parseUrl(text, base.href)
    if (url?.origin === base.origin) links.add(url.pathname + url.search)
  }
  return [...links]
}

const LINK = /\s(?:href|src)="([^"#]+)|<loc>([^<#]+)<\/loc>/g

/** A day without records. Its list is the same as for every other such day. */
export const DAY_WITHOUT_RECORDS = '1000-01-01'

export function readsBehind(address: string, body: string): string[] {
  const { pathname, searchParams } = new URL(address, 'https://site.invalid')
  if (pathname === '/api/calendar') return readsOfCalendar(searchParams, JSON.parse(body) as CalendarResponse)
  if (!LISTS.has(pathname)) return []
  const { totalPages, statuses } = JSON.parse(body) as ListResponse
  const given = givenIn(searchParams)
  const path = pathname as ListPath
  const isWhole = !['category', 'date', 'datacenter', 'page'].some((name) => searchParams.has(name))
  return [
    ...(searchParams.has('page') ? [] : range(1, totalPages)).map(
      (page) => readAsked(path, { ...given, page }).key,
    ),
    ...(isWhole ? statuses : []).map(({ id }) => readAsked(path, { ...given, category: id }).key),
  ]
}

type ListPath = '/api/notifications' | (typeof CALENDAR_OF_LIST)[number][0]

const LISTS: ReadonlySet<string> = new Set(['/api/notifications', ...CALENDAR_OF_LIST.map(([list]) => list)])

function readsOfCalendar(query: URLSearchParams, { calendar, datacenters }: CalendarResponse): string[] {
  const cloud = query.get('cloud') ?? ''
  const list = CALENDAR_OF_LIST.find(([, type]) => type === query.get('type'))?.[0]
  if (list === undefined) return []
  const centers = datacenters.flatMap(({ options }) => options.map(({ value }) => value))
  return [
    ...[DAY_WITHOUT_RECORDS, ...Object.keys(calendar)].map((date) => readAsked(list, { cloud, date }).key),
    ...centers.map((center) => readAsked(list, { cloud, datacenter: [center] }).key),
  ]
}

function givenIn(query: URLSearchParams): Record<string, unknown> {
  const numbers = query.getAll('datacenter').map(Number)
  return { ...Object.fromEntries(query), ...(numbers.length > 0 && { datacenter: numbers }) }
}

function range(from: number, to: number) {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}

/** How many months of a list's calendar work without scripts. With scripts, all of them do. */
export const CALENDAR_MONTHS = 13

/** Only for one reader, or handled by the web server itself. */
const NOT_FOLLOWED = ['cloud', 'origin', 'notice', 'token', 'post', 'mine']

/** There is no end of filter combinations. Other views fall back to the page without filters. */
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

/** Filters of lists. The parameters of other pages have few values, so all linked views are exported. */
const LIST_FILTERS: ReadonlySet<string> = new Set(['date', 'month', 'datacenter'])
