import { expect, test } from 'vitest'
import { tablesThatFit } from './load-backup.ts'

const records = { name: 'records', columns: ['id', 'title'] }
const users = { name: 'users', columns: ['id'] }

test('a backup has every table with the same columns', () => {
  expect(tablesThatFit([records, users], [users, records])).toEqual({ kind: 'fit', unknown: [] })
  expect(tablesThatFit([records, users], [users])).toEqual({
    kind: 'misfit',
    what: 'it has no table records',
  })
  expect(tablesThatFit([records], [{ ...records, columns: ['title', 'id'] }])).toEqual({
    kind: 'misfit',
    what: 'its table records has other columns',
  })
})

test('ignores tables that others have added', () => {
  expect(tablesThatFit([users], [users, { name: 'notes', columns: ['x'] }])).toEqual({
    kind: 'fit',
    unknown: ['notes'],
  })
})
