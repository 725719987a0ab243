import { type Menu, pagesOfMenu } from '../menu.ts'
import { LAST_ID, wholeNumber } from '../whole-number.ts'

export interface PastAsked {
  /** Undefined: the one that readers saw at that time. */
  edition: number | undefined
  /** Undefined: when the edition was published. */
  at: Date | undefined
}

export type PastQuery =
  | { kind: 'present' }
  | { kind: 'wrong'; field: 'edition' | 'at' }
  | ({ kind: 'past' } & PastAsked)

export function pastQuery(edition: string | null, at: string | null): PastQuery {
  if (edition === null && at === null) return { kind: 'present' }
  const number = wholeNumber(edition, LAST_ID)
  if (edition !== null && number === undefined) return { kind: 'wrong', field: 'edition' }
  const time = at === null ? undefined : minuteIn(at)
  if (at !== null && time === undefined) return { kind: 'wrong', field: 'at' }
  return { kind: 'past', edition: number, at: time }
}

const MINUTE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z?$/

/** `2026-11-10T12:00`, as date fields of browsers write it, in UTC. Seconds don't count. */
function minuteIn(written: string): Date | undefined {
  const [, minute] = MINUTE.exec(written) ?? []
  const time = new Date(`${minute}:00Z`)
  // Date reads February 30 as a day in March.
  return minute !== undefined && !Number.isNaN(time.getTime()) && minuteOfField(time) === minute
    ? time
    : undefined
}

export function minuteOfField(time: Date): string {
  return time.toISOString().slice(0, '2026-11-10T12:00'.length)
}

export function inEdition(address: string, { edition, at }: PastAsked): string {
  const [rest = '', hash] = address.split('#', 2)
  const [path = '', search = ''] = rest.split('?', 2)
  const query = new URLSearchParams(search)
  query.delete('edition')
  query.delete('at')
  if (edition !== undefined) query.set('edition', String(edition))
  if (at !== undefined) query.set('at', `${minuteOfField(at)}Z`)
  const written = query.toString().replaceAll('%3A', ':')
  return `${path}${written === '' ? '' : `?${written}`}${hash === undefined ? '' : `#${hash}`}`
}

/** Pages that show only what is in the public log: Cloud Status, lists of posts, and posts. */
export function hasPast({ main_menu }: Pick<Menu, 'main_menu'>, path: string): boolean {
  if (RECORD_PATH.test(path)) return true
  return pagesOfMenu(main_menu).some(
    ({ component, route, deep_link }) =>
      COMPONENTS.has(component) &&
      route !== '/' &&
      (deep_link ? path.replace(/^\/[^/]+/, '') : path) === route,
  )
}

const RECORD_PATH = /^(?:\/[^/]+)?\/(?:posts|notification)\/\d+$/
const COMPONENTS: ReadonlySet<string> = new Set(['cloud_status', 'maintenance', 'notification'])

export function versionsPath(recordPath: string): string {
  return `${recordPath}/versions`
}
