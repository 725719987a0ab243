import { expect, test } from 'vitest'
import { recordsInput } from './record-filters.ts'

const NOTHING = { q: '', kind: '', notification_type: '', state: '', cloud: '', status: '', severity: '' }

test('L-12 an address without a query requests everything', () => {
  expect(recordsInput(NOTHING, 0)).toEqual({})
})

test('L-12 only selected filters are requested, plus the page', () => {
  expect(recordsInput({ ...NOTHING, q: 'login', kind: 'incident', status: '2' }, 3)).toEqual({
    q: 'login',
    kind: 'incident',
    status: '2',
    page: 3,
  })
})
