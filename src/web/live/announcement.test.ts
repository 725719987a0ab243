import { expect, test } from 'vitest'
import type { PageState } from '../page-state.ts'
import { announcement } from './announcement.ts'

const WELL = loaded({ trouble: '', rest: 'Everything on Alpha is running.' })
const BAD = loaded({ trouble: 'Gateway is disrupted', rest: '. Everything else is running.' })

test('a new verdict is announced, even if it is the first', () => {
  const sentence = 'Gateway is disrupted. Everything else is running.'
  expect(announcement(page({ verdict: WELL }), page({ verdict: BAD }))).toBe(sentence)
  const failed = { kind: 'failed', message: '' }
  expect(announcement(page({ verdict: failed }), page({ verdict: BAD }))).toBe(sentence)
})

test('any other change is announced in general terms, also next to an old verdict', () => {
  expect(announcement(page({ records: [1] }), page({ records: [1, 2] }))).toBe('This page was updated.')
  const before = page({ verdict: BAD, services: ['Gateway'] })
  expect(announcement(before, page({ verdict: BAD, services: [] }))).toBe('This page was updated.')
})

test('a removed page is announced', () => {
  const { cloud, meta } = page({})
  expect(announcement(page({ record: 1 }), { kind: 'missing', cloud, meta })).toBe('This page was updated.')
})

test('without a change nothing is announced, even if time has passed', () => {
  const at = (now: string) => page({ verdict: BAD, services: { now, rows: [] } })
  expect(announcement(at('2026-11-15T10:00:00.000Z'), at('2026-11-15T10:01:00.000Z'))).toBeUndefined()
})

test('nothing is announced for a page whose code broke', () => {
  expect(announcement(page({}), undefined)).toBeUndefined()
})

function page(data: unknown): PageState {
  return { kind: 'found', cloud: 'alpha', meta: { title: 'Alpha', description: '' }, data }
}

function loaded(value: object) {
  return { kind: 'loaded', value }
}
