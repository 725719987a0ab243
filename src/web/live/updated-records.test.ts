import { expect, test } from 'vitest'
import type { PageState } from '../page-state.ts'
import { updatedRecords } from './updated-records.ts'

const SHOWN = { shownUntil: '2026-11-15T10:00:00.000Z' }
const old = { updated_on: '2026-11-15T10:00:00.000Z' }
const changed = { updated_on: '2026-11-15T10:00:00.001Z' }

test('L-01 P-03 S-04 changes since the edition on screen are found in lists, under the verdict, in popovers and in posts', () => {
  const list = page({
    list: {
      records: [
        { id: 1, ...changed },
        { id: 2, ...old },
      ],
    },
  })
  const status = page({
    verdict: { kind: 'loaded', value: { incidents: [{ id: 3, ...changed }], incident: { id: 4 } } },
    issues: { 3: { id: 3, ...changed }, 5: { id: 5, ...changed }, 6: { id: 6, ...old } },
    post: { kind: 'loaded', value: { id: 6, ...old, updates: [{ id: 9, posted_on: '' }] } },
  })
  const post = page({ kind: 'record', record: { id: 7, ...changed, related: [{ id: 8 }] } })
  expect(updatedRecords(page({}), list, SHOWN)).toEqual([1])
  expect(updatedRecords(page({}), status, SHOWN)).toEqual([3, 5])
  expect(updatedRecords(page({}), post, SHOWN)).toEqual([7])
})

test('G-20 a page that failed, broke or was removed counts as no update', () => {
  const shown = page({ record: { id: 1, ...changed } })
  const { cloud, meta } = shown
  expect(updatedRecords({ kind: 'failed', message: '', cloud, meta }, shown, SHOWN)).toEqual([])
  expect(updatedRecords(undefined, shown, SHOWN)).toEqual([])
  expect(updatedRecords(shown, { kind: 'missing', cloud, meta }, SHOWN)).toEqual([])
})

function page(data: unknown): PageState {
  return { kind: 'found', cloud: 'alpha', meta: { title: 'Alpha', description: '' }, data }
}
