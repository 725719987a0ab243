import { expect, test } from 'vitest'
import { historyEntries } from './record-history-entries.ts'

const POSTED = '2026-11-15T08:20:00.000Z'
const CLOSED = '2026-11-15T11:00:00.000Z'
const RECORD = {
  posted_on: POSTED,
  closed_on: null,
  author: 'Operations',
  resolved_by: 'Network',
  updates: [],
}

const update = (id: number, posted_on: string) => ({
  id,
  posted_on,
  status: 'In Progress',
  body: `<p>${id}</p>`,
})
const entriesOf = (record: Parameters<typeof historyEntries>[0]) =>
  historyEntries(record).map(({ at, update, milestone }) =>
    `${at.slice(11, 16)} ${update?.id ?? '-'} ${milestone ?? ''}`.trim(),
  )

test('P-03 the history starts with the posting and is newest first', () => {
  const updates = [update(1, '2026-11-15T08:31:00.000Z'), update(2, '2026-11-15T10:12:00.000Z')]
  expect(entriesOf({ ...RECORD, updates })).toEqual(['10:12 2', '08:31 1', '08:20 - Posted'])
})

test('P-03 a closed record has a closing entry, even if updates follow', () => {
  const updates = [update(1, '2026-11-15T10:12:00.000Z'), update(2, '2026-11-16T09:00:00.000Z')]
  expect(entriesOf({ ...RECORD, closed_on: CLOSED, updates })).toEqual([
    '09:00 2',
    '11:00 - Closed',
    '10:12 1',
    '08:20 - Posted',
  ])
})

test('an update at the time of posting or closing is merged with it', () => {
  const updates = [update(1, POSTED), update(2, CLOSED)]
  expect(entriesOf({ ...RECORD, closed_on: CLOSED, updates })).toEqual(['11:00 2 Closed', '08:20 1 Posted'])
})

test('of several updates at the same time the first opens and the last closes', () => {
  const updates = [update(1, POSTED), update(2, POSTED), update(3, CLOSED), update(4, CLOSED)]
  expect(entriesOf({ ...RECORD, closed_on: CLOSED, updates })).toEqual([
    '11:00 4 Closed',
    '11:00 3',
    '08:20 2',
    '08:20 1 Posted',
  ])
})

test('a record posted and closed at the same time was posted first', () => {
  expect(entriesOf({ ...RECORD, closed_on: POSTED })).toEqual(['08:20 - Closed', '08:20 - Posted'])
  expect(entriesOf({ ...RECORD, closed_on: POSTED, updates: [update(1, POSTED)] })).toEqual([
    '08:20 - Closed',
    '08:20 1 Posted',
  ])
})

test('entries say who posted and who closed the record', () => {
  expect(historyEntries({ ...RECORD, closed_on: CLOSED }).map(({ by }) => by)).toEqual([
    'Network',
    'Operations',
  ])
})

test('changes are with their update, or entries of their own if it is gone or never existed', () => {
  const updates = [update(1, '2026-11-15T08:31:00.000Z')]
  const line = (at: string, update_id: number | null, text: string) => ({
    at,
    update_id,
    text,
    kind: 'added' as const,
  })
  const changes = [
    line('2026-11-15T08:31:00.000Z', 1, 'DNS Control added'),
    line('2026-11-15T08:40:00.000Z', 9, 'Zurich I added'),
    { ...line('2026-11-15T08:40:00.000Z', 9, 'An update was removed'), kind: 'update_removed' as const },
    line('2026-11-15T08:50:00.000Z', null, 'Portal added'),
  ]
  const entries = historyEntries({ ...RECORD, updates, changes })
  expect(entries.map(({ at, changes }) => [at.slice(11, 16), changes.map(({ text }) => text)])).toEqual([
    ['08:50', ['Portal added']],
    ['08:40', ['Zurich I added', 'An update was removed']],
    ['08:31', ['DNS Control added']],
    ['08:20', []],
  ])
})
