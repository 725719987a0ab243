import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainRecord } from '../../tests/support/plain-record.ts'
import type { EditionRecord } from './edition-record.ts'
import {
  EMPTY_SHELF,
  nextShelf,
  notificationsOfType,
  openIncidents,
  type RecordShelf,
  recordsOfCloud,
  unfinishedWorks,
  whenOf,
  withdrawalNote,
} from './record-shelf.ts'

const ALPHA = 1
const BETA = 2

function record(id: number, fields: Partial<EditionRecord> = {}): EditionRecord {
  return plainRecord({ id, clouds: [ALPHA], ...fields })
}

function day(number: number) {
  return new Date(Date.UTC(2026, 0, number))
}

function shelfOf(...changed: EditionRecord[]) {
  return nextShelf(EMPTY_SHELF, { changed, withdrawn: [] })
}

function change(shelf: RecordShelf, ...changed: EditionRecord[]) {
  return nextShelf(shelf, { changed, withdrawn: [] })
}

function ids(records: readonly EditionRecord[]) {
  return records.map(({ id }) => id)
}

test('a record is in the lists of its kind on each of its clouds', () => {
  const shelf = shelfOf(record(1, { clouds: [ALPHA, BETA] }), record(2, { kind: 'maintenance' }))
  expect(ids(recordsOfCloud(shelf, 'incident', ALPHA))).toEqual([1])
  expect(ids(recordsOfCloud(shelf, 'incident', BETA))).toEqual([1])
  expect(ids(recordsOfCloud(shelf, 'maintenance', ALPHA))).toEqual([2])
  expect(recordsOfCloud(shelf, 'maintenance', BETA)).toEqual([])
})

test('a record without clouds is only found by its id', () => {
  const shelf = shelfOf(record(1, { clouds: [] }))
  expect(shelf.byId.get(1)?.title).toBe('Record 1')
  expect(shelf.lists.size).toBe(0)
})

test('notifications are listed by type, whatever their clouds', () => {
  const notification = (id: number, notification_type: 'cloud_app' | 'sub_processor') =>
    record(id, { kind: 'notification', notification_type, clouds: [] })
  const shelf = shelfOf(notification(1, 'cloud_app'), notification(2, 'sub_processor'))
  expect(ids(notificationsOfType(shelf, 'cloud_app'))).toEqual([1])
  expect(ids(notificationsOfType(shelf, 'advisories'))).toEqual([])
})

test('lists are sorted newest first, by start or else posting time, then by higher id', () => {
  const shelf = shelfOf(
    record(1, { from_time: day(5) }),
    record(2, { posted_on: day(6) }),
    record(3, { from_time: day(2), posted_on: day(9) }),
    record(4, { from_time: day(5) }),
  )
  expect(ids(recordsOfCloud(shelf, 'incident', ALPHA))).toEqual([2, 4, 1, 3])
})

test('a record that was never posted is sorted by its creation time', () => {
  expect(whenOf(record(1, { posted_on: null, created_at: day(3) }))).toBe(day(3).getTime())
})

test('only incidents that are not closed are open', () => {
  const shelf = shelfOf(
    record(1),
    record(2, { closed_on: day(2) }),
    record(3, { kind: 'maintenance' }),
    record(4, { clouds: [BETA] }),
  )
  expect(ids(openIncidents(shelf, ALPHA))).toEqual([1])
  expect(ids(openIncidents(shelf, BETA))).toEqual([4])
})

test('only maintenance that is neither closed, completed nor postponed is unfinished', () => {
  const work = (id: number, fields: Partial<EditionRecord> = {}) =>
    record(id, { kind: 'maintenance', event_type: 'scheduled', closed_on: null, ...fields })
  const shelf = shelfOf(
    work(1),
    work(2, { closed_on: day(3) }),
    work(3, { event_type: 'completed' }),
    work(4, { event_type: 'postponed' }),
    work(5, { clouds: [BETA] }),
    record(6, { closed_on: null }),
  )
  expect(ids(unfinishedWorks(shelf, ALPHA))).toEqual([1])
  expect(ids(unfinishedWorks(shelf, BETA))).toEqual([5])
})

test('a changed record replaces its old version in every list', () => {
  const before = shelfOf(record(1, { clouds: [ALPHA] }), record(2))
  const after = change(before, record(1, { title: 'Changed', clouds: [BETA], closed_on: day(3) }))
  expect(after.byId.get(1)?.title).toBe('Changed')
  expect(ids(recordsOfCloud(after, 'incident', ALPHA))).toEqual([2])
  expect(ids(recordsOfCloud(after, 'incident', BETA))).toEqual([1])
  expect(openIncidents(after, BETA)).toEqual([])
  expect(ids(openIncidents(after, ALPHA))).toEqual([2])
})

test('a withdrawn record is removed from all lists', () => {
  const before = shelfOf(record(1), record(2))
  const after = nextShelf(before, { changed: [], withdrawn: [1, 77] })
  expect([...after.byId.keys()]).toEqual([2])
  expect(ids(recordsOfCloud(after, 'incident', ALPHA))).toEqual([2])
  expect(ids(openIncidents(after, ALPHA))).toEqual([2])
})

test('the previous shelf does not change, for readers that still use it', () => {
  const before = shelfOf(record(1), record(2))
  nextShelf(before, { changed: [record(1, { clouds: [BETA] })], withdrawn: [2] })
  expect(before).toEqual(shelfOf(record(1), record(2)))
})

test('lists without a changed record are reused', () => {
  const before = shelfOf(record(1), record(2, { clouds: [BETA] }), record(3, { kind: 'advisory' }))
  const after = change(before, record(2, { clouds: [BETA], title: 'Changed' }))
  expect(recordsOfCloud(after, 'incident', ALPHA)).toBe(recordsOfCloud(before, 'incident', ALPHA))
  expect(recordsOfCloud(after, 'advisory', ALPHA)).toBe(recordsOfCloud(before, 'advisory', ALPHA))
  expect(recordsOfCloud(after, 'incident', BETA)).not.toBe(recordsOfCloud(before, 'incident', BETA))
})

test('many publications result in the same shelf as a single one', () => {
  const moment = fc.integer({ min: 1, max: 6 }).map(day)
  const anyRecord = fc
    .record({
      id: fc.integer({ min: 1, max: 8 }),
      kind: fc.constantFrom('incident', 'maintenance', 'advisory', 'notification'),
      clouds: fc.subarray([ALPHA, BETA, 3]),
      from_time: fc.option(moment),
      closed_on: fc.option(moment),
      posted_on: moment,
    })
    .map(({ id, ...fields }) =>
      record(id, { ...fields, notification_type: fields.kind === 'notification' ? 'cloud_app' : null }),
    )
  const publication = fc
    .record({
      changed: fc.uniqueArray(anyRecord, { selector: ({ id }) => id, maxLength: 4 }),
      withdrawn: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
    })
    .map(({ changed, withdrawn }) => ({
      changed,
      withdrawn: withdrawn.filter((id) => !ids(changed).includes(id)),
    }))
  fc.assert(
    fc.property(fc.array(publication, { maxLength: 12 }), (publications) => {
      const shelf = publications.reduce(nextShelf, EMPTY_SHELF)
      const left = new Map<number, EditionRecord>()
      for (const { changed, withdrawn } of publications) {
        for (const id of withdrawn) left.delete(id)
        for (const each of changed) left.set(each.id, each)
      }
      expect(shelf).toEqual(shelfOf(...left.values()))
    }),
  )
})

test('a withdrawn record leaves a note in its section until it is published again', () => {
  const note = { id: 1, kind: 'incident', withdrawn_on: day(3), withdrawn_reason: 'it was a test' } as const
  const withdrawn = nextShelf(shelfOf(record(1), record(2)), { changed: [], withdrawn: [1], notes: [note] })
  expect(withdrawn.byId.has(1)).toBe(false)
  expect(withdrawalNote(withdrawn, 1, { isNotification: false })).toEqual(note)
  expect(withdrawalNote(withdrawn, 1, { isNotification: true })).toBeUndefined()
  expect(withdrawalNote(withdrawn, 2, { isNotification: false })).toBeUndefined()
  expect(change(withdrawn, record(2)).notes).toBe(withdrawn.notes)
  expect(change(withdrawn, record(1)).notes.size).toBe(0)
})

test('the shelf knows the images of its records until the last one without them', () => {
  const name = `${'a'.repeat(32)}-9x9.png`
  const image = `<p><img src="/images/${name}" alt="x" /></p>`
  const update = { id: 1, posted_on: day(1), status_id: 1, body: image }
  const both = shelfOf(record(1, { body: image + image }), record(2, { updates: [update] }))
  expect([...both.images]).toEqual([[name, 2]])
  const one = change(both, record(1, { body: '<p>Words.</p>' }))
  expect([...one.images.keys()]).toEqual([name])
  expect(nextShelf(one, { changed: [], withdrawn: [2] }).images.size).toBe(0)
})
