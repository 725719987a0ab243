import { DAY_MS } from '../time.ts'

export const RECORD_FILTERS = [
  'q',
  'kind',
  'notification_type',
  'state',
  'cloud',
  'service',
  'data_center',
  'status',
  'severity',
  'created_by',
  'edited_by',
  'date',
  'since',
  'until',
] as const
export type RecordFilter = (typeof RECORD_FILTERS)[number]

const ORDERS = ['changed', 'title', 'state', 'severity', 'start', 'next_update', 'created'] as const
export type RecordOrder = (typeof ORDERS)[number]

/** `-` puts the latest, most severe or last first. Records without a value always come last. */
export const RECORD_SORTS = ORDERS.flatMap((order) => [order, `-${order}`] as const)
export type RecordListSort = (typeof RECORD_SORTS)[number]

export const USUAL_SORT: RecordListSort = '-changed'

const VIEW_PARAMETERS = [...RECORD_FILTERS, 'sort'] as const

export function viewQuery(query: string): string {
  const given = new URLSearchParams(query)
  const saved = new URLSearchParams()
  for (const name of VIEW_PARAMETERS) {
    const value = given.get(name)?.trim() ?? ''
    if (value !== '' && !(name === 'sort' && value === USUAL_SORT)) saved.set(name, value)
  }
  return saved.toString()
}

export const VIEW_NAME_CHARACTERS = 80
export const VIEW_QUERY_CHARACTERS = 2000
/** Per person, and for the whole team. */
export const VIEWS_AT_MOST = 50

/** More would hold up other publications: all of them become one edition. */
export const BULK_AT_MOST = 200

export const TRASH_DAYS = 30

export const AUTHOR_PATTERN = '^(me|programs|[1-9][0-9]{0,8})$'
export const DAY_PATTERN = '^([0-9]{4}-[0-9]{2}-[0-9]{2}|[1-9][0-9]{0,3}d)$'

export type DayReading = { kind: 'day'; from: Date; to: Date } | { kind: 'none' }

export function readDay(text: string, now: Date): DayReading {
  const days = /^([1-9]\d{0,3})d$/.exec(text)?.[1]
  if (days !== undefined)
    return { kind: 'day', from: new Date(now.getTime() - Number(days) * DAY_MS), to: now }
  const from = new Date(`${text}T00:00:00.000Z`)
  // 31 February becomes a day in March.
  if (Number.isNaN(from.getTime()) || from.toISOString().slice(0, 10) !== text) return { kind: 'none' }
  return { kind: 'day', from, to: new Date(from.getTime() + DAY_MS) }
}
