import { expect, test } from 'vitest'
import type { PageState } from '../page-state.ts'
import { announcement } from './announcement.ts'

const WELL = loaded({ trouble: '', rest: 'Everything on Alpha is running.' })
const BAD = loaded({ trouble: 'Gateway is disrupted', rest: '. Everything else is running.' })

test('a new verdict is said, also where there was none before', () => {
  const sentence = 'Gateway is disrupted. Everything else is running.'
  expect(announcement(page({ verdict: WELL }), page({ verdict: BAD }))).toBe(sentence)
  const failed = { kind: 'failed', message: '' }
  expect(announcement(page({ verdict: failed }), page({ verdict: BAD }))).toBe(sentence)
})

test('another change is said in general, also beside an old verdict', () => {
  expect(announcement(page({ records: [1] }), page({ records: [1, 2] }))).toBe('This page was updated.')
  const before = page({ verdict: BAD, services: ['Gateway'] })
  expect(announcement(before, page({ verdict: BAD, services: [] }))).toBe('This page was updated.')
})

test('what was taken off the site is said, too', () => {
  const { cloud, meta } = page({})
  expect(announcement(page({ record: 1 }), { kind: 'missing', cloud, meta })).toBe('This page was updated.')
})

test('what did not change is not said, though time went on', () => {
  const at = (now: string) => page({ verdict: BAD, services: { now, rows: [] } })
  expect(announcement(at('2026-11-15T10:00:00.000Z'), at('2026-11-15T10:01:00.000Z'))).toBeUndefined()
})

test('of a page whose code broke there is nothing to say', () => {
  expect(announcement(page({}), undefined)).toBeUndefined()
})

function page(data: unknown): PageState {
  return { kind: 'found', cloud: 'alpha', meta: { title: 'Alpha', description: '' }, data }
}

function loaded(value: object) {
  return { kind: 'loaded', value }
}
