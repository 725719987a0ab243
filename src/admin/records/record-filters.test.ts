import { expect, test } from 'vitest'
import {
  columnSort,
  filterChips,
  isListFiltered,
  LIST_PARAMETERS,
  type RecordQuery,
  recordsInput,
} from './record-filters.ts'

const NOTHING = Object.fromEntries(LIST_PARAMETERS.map((name) => [name, ''])) as RecordQuery

test('L-12 an address without a query requests everything', () => {
  expect(recordsInput(NOTHING, 0)).toEqual({})
})

test('L-12 only selected filters are requested, plus the page; the view is only a name', () => {
  expect(recordsInput({ ...NOTHING, q: 'login', kind: 'incident', status: '2', view: '7' }, 3)).toEqual({
    q: 'login',
    kind: 'incident',
    status: '2',
    page: 3,
  })
})

test('each active filter has a chip; dates share one', () => {
  const words = (query: Partial<RecordQuery>) =>
    filterChips({ ...NOTHING, ...query }, undefined).map((chip) => chip.words)
  expect(words({})).toEqual([])
  expect(words({ date: 'start' })).toEqual([])
  expect(words({ q: 'dns', kind: 'incident', service: '12', created_by: 'me' })).toEqual([
    '“dns”',
    'Incidents',
    'Service: 12',
    'Created by me',
  ])
  expect(words({ since: '7d' })).toEqual(['Changed last 7 days'])
  expect(words({ date: 'start', since: '2026-01-01', until: '2026-02-01' })).toEqual([
    'Starts from 2026-01-01 until 2026-02-01',
  ])
  expect(words({ kind: 'gossip', state: 'constructor' })).toEqual(['gossip', 'constructor'])
})

test('the order and what dates are about don’t count as filters', () => {
  expect(isListFiltered({ ...NOTHING, sort: 'title', view: '3', date: 'start' })).toBe(false)
  expect(isListFiltered({ ...NOTHING, since: '7d' })).toBe(true)
})

test('a column header sorts in its useful direction first, then the other; other parameters stay', () => {
  expect(columnSort('title', { search: '?kind=incident&page=4', sort: '' })).toEqual({
    to: '?kind=incident&sort=title',
    direction: undefined,
  })
  expect(columnSort('title', { search: '?sort=title', sort: 'title' })).toEqual({
    to: '?sort=-title',
    direction: 'ascending',
  })
  expect(columnSort('changed', { search: '', sort: '' })).toEqual({
    to: '?sort=changed',
    direction: 'descending',
  })
  expect(columnSort('changed', { search: '?sort=changed', sort: 'changed' }).to).toBe('?')
})
