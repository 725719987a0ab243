import type { CallInput } from '../../contract/calls.ts'
import {
  RECORD_FILTERS,
  type RecordFilter,
  type RecordListSort,
  type RecordOrder,
  USUAL_SORT,
} from '../../domain/newsroom/record-list.ts'
import { KIND_WORDS, NOTIFICATION_TYPE_WORDS } from '../parts/record-words.ts'
import type { ChoiceNames } from '../parts/use-choices.ts'

export const LIST_PARAMETERS = [...RECORD_FILTERS, 'sort', 'view'] as const
export type ListParameter = (typeof LIST_PARAMETERS)[number]
export type RecordQuery = Readonly<Record<ListParameter, string>>
export type ChangeQuery = (
  changes: Partial<Record<ListParameter, string>>,
  how?: { isTyped?: boolean },
) => void

type RecordsInput = CallInput<'GET /api/admin/records'>

/** Invalid values are left to the server, which explains them. */
export function recordsInput(query: RecordQuery, page: number): RecordsInput {
  return { ...filterInput(query), ...(page > 0 && { page }) }
}

export function filterInput(query: RecordQuery): CallInput<'GET /api/admin/records/selection'> {
  const asked = Object.entries(query).filter(([name, value]) => value !== '' && name !== 'view')
  return Object.fromEntries(asked)
}

export function isListFiltered(query: RecordQuery): boolean {
  // The kind of date alone filters nothing.
  return RECORD_FILTERS.some((name) => name !== 'date' && query[name] !== '')
}

export const CLEARED: Partial<Record<ListParameter, string>> = Object.fromEntries(
  RECORD_FILTERS.map((name) => [name, '']),
)

export const STATE_WORDS: Readonly<Record<string, string>> = {
  open: 'Open',
  published: 'Published',
  changed: 'Changed, not published',
  approval: 'Waiting for approval',
  draft: 'Draft',
  scheduled: 'Scheduled',
  unpublished: 'Withdrawn',
}

export const PERIOD_WORDS: Readonly<Record<string, string>> = {
  '1d': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '365d': 'Last 365 days',
}

export interface FilterChip {
  words: string
  clears: readonly RecordFilter[]
}

export function filterChips(query: RecordQuery, names: ChoiceNames | undefined): FilterChip[] {
  const named = (value: string, name: ((id: number) => string | undefined) | undefined) =>
    (/^\d+$/.test(value) ? name?.(Number(value)) : undefined) ?? value
  const author = (value: string) =>
    value === 'me' ? 'me' : value === 'programs' ? 'programs' : named(value, names?.person)
  const words: [RecordFilter, string][] = [
    ['q', `“${query.q}”`],
    ['kind', wordIn(KIND_WORDS, query.kind)],
    ['notification_type', wordIn(NOTIFICATION_TYPE_WORDS, query.notification_type)],
    [
      'state',
      Object.hasOwn(STATE_WORDS, query.state) ? (STATE_WORDS[query.state] ?? query.state) : query.state,
    ],
    ['cloud', `Cloud: ${names?.cloudNamed(query.cloud) ?? query.cloud}`],
    ['service', `Service: ${named(query.service, names?.service)}`],
    ['data_center', `Data center: ${named(query.data_center, names?.dataCenter)}`],
    ['status', `Status: ${named(query.status, names?.status)}`],
    ['severity', `Severity: ${named(query.severity, names?.severity)}`],
    ['created_by', `Created by ${author(query.created_by)}`],
    ['edited_by', `Last edited by ${author(query.edited_by)}`],
  ]
  return [
    ...words.filter(([name]) => query[name] !== '').map(([name, words]) => ({ words, clears: [name] })),
    ...datesChip(query),
  ]
}

function datesChip({ date, since, until }: RecordQuery): FilterChip[] {
  if (since === '' && until === '') return []
  const what = date === 'start' ? 'Starts' : 'Changed'
  const period = PERIOD_WORDS[since]
  const when =
    period !== undefined && until === ''
      ? period.toLowerCase()
      : [...(since === '' ? [] : [`from ${since}`]), ...(until === '' ? [] : [`until ${until}`])].join(' ')
  return [{ words: `${what} ${when}`, clears: ['date', 'since', 'until'] }]
}

function wordIn(words: Readonly<Record<string, { many: string }>>, value: string) {
  return Object.hasOwn(words, value) ? (words[value]?.many ?? value) : value
}

export const SORT_WORDS: Record<RecordListSort, string> = {
  '-changed': 'Last change, newest first',
  changed: 'Last change, oldest first',
  title: 'Title, A to Z',
  '-title': 'Title, Z to A',
  state: 'State, drafts first',
  '-state': 'State, drafts last',
  '-severity': 'Severity, most severe first',
  severity: 'Severity, least severe first',
  '-start': 'Start, latest first',
  start: 'Start, earliest first',
  next_update: 'Next update, soonest first',
  '-next_update': 'Next update, latest first',
  '-created': 'Created, newest first',
  created: 'Created, oldest first',
}

/** The useful direction first. */
const FIRST: Record<RecordOrder, RecordListSort> = {
  changed: '-changed',
  title: 'title',
  state: 'state',
  severity: '-severity',
  start: '-start',
  next_update: 'next_update',
  created: '-created',
}

export function columnSort(order: RecordOrder, { search, sort }: { search: string; sort: string }) {
  const current = sort === '' ? USUAL_SORT : sort
  const first = FIRST[order]
  const other = first.startsWith('-') ? order : `-${order}`
  const params = new URLSearchParams(search)
  const next = current === first ? other : first
  params.delete('page')
  if (next === USUAL_SORT) params.delete('sort')
  else params.set('sort', next)
  const isSorted = current === order || current === `-${order}`
  return {
    to: `?${params}`,
    direction: isSorted ? directionOf(current) : undefined,
  }
}

function directionOf(sort: string): 'ascending' | 'descending' {
  return sort.startsWith('-') ? 'descending' : 'ascending'
}
