import { expect, test } from 'vitest'
import { emptyContent } from './empty-content.ts'
import { readDay, viewQuery } from './record-list.ts'
import { isEmptyRetag, losesLastPlace, overfull, retagged } from './retag.ts'

test('a view keeps known filters in one order, without the page and the usual order', () => {
  expect(viewQuery('?sort=-changed&page=3&state=draft&q=%20dns%20&evil=1&kind=')).toBe('q=dns&state=draft')
  expect(viewQuery('sort=title&view=7')).toBe('sort=title')
})

test('a day is read in UTC, the last days end now, and days that don’t exist are refused', () => {
  const now = new Date('2026-11-17T12:00:00.000Z')
  expect(readDay('2026-11-30', now)).toEqual({
    kind: 'day',
    from: new Date('2026-11-30T00:00:00.000Z'),
    to: new Date('2026-12-01T00:00:00.000Z'),
  })
  expect(readDay('7d', now)).toEqual({ kind: 'day', from: new Date('2026-11-10T12:00:00.000Z'), to: now })
  for (const text of ['2026-02-31', '0d', 'yesterday', ''])
    expect(readDay(text, now)).toEqual({ kind: 'none' })
})

test('retagging adds and removes; tags are the same in any case and keep their spelling', () => {
  const content = { ...emptyContent({ kind: 'incident' }), tags: ['DNS', 'old'], services: [1, 2] }
  const after = retagged(content, { add: { tags: ['dns', 'new'], services: [3] }, remove: { tags: ['OLD'] } })
  expect(after).toEqual({ ...content, tags: ['DNS', 'new'], services: [1, 2, 3] })
  expect(isEmptyRetag({ add: { tags: [] }, remove: {} })).toBe(true)
})

test('added tags are tidied, and a list can’t grow beyond its limit', () => {
  const content = { ...emptyContent({ kind: 'incident' }), tags: ['kept'] }
  const add = { tags: [' db ', 'DB', 'a\u0000b', '\u0000', ' KEPT'] }
  expect(retagged(content, { add, remove: {} }).tags).toEqual(['kept', 'db', 'ab'])
  const tags = (count: number) => ({ ...content, tags: Array.from({ length: count }, (_, at) => `t${at}`) })
  expect(overfull(tags(40), tags(50))).toBeUndefined()
  expect(overfull(tags(40), tags(60))).toBe(
    'It would have 60 tags, and a record can have 50. Remove some first.',
  )
  expect(overfull(tags(70), tags(60))).toBeUndefined()
})

test('only a record that named places can lose its last one', () => {
  const whole = emptyContent({ kind: 'incident' })
  const named = { ...whole, services: [1] }
  expect(losesLastPlace(named, whole)).toBe(true)
  expect(losesLastPlace(whole, whole)).toBe(false)
  expect(losesLastPlace(named, { ...whole, data_centers: [2] })).toBe(false)
})
