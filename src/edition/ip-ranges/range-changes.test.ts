import { expect, test } from 'vitest'
import { changeId, changeWords, lastRangeChange, rangeChanges } from './range-changes.ts'

const [FIRST, SECOND, THIRD] = ['2026-01-01', '2026-02-01', '2026-03-01'].map((day) => new Date(day)) as [
  Date,
  Date,
  Date,
]

function range(dataCenterTid: number, prefix: string, addedOn: Date, removedOn: Date | null = null) {
  return { dataCenterTid, prefix, note: '', addedOn, removedOn }
}

const HISTORY = [
  range(1, '192.0.2.0/30', FIRST, THIRD),
  range(1, '192.0.2.4/30', THIRD),
  range(1, '192.0.2.8/30', THIRD),
  range(2, '192.0.2.0/30', SECOND),
]

test('there is one change per data center and time, newest first', () => {
  const changes = rangeChanges(HISTORY).map(({ dataCenterTid, at, added, removed }) => [
    dataCenterTid,
    at,
    added.map(({ prefix }) => prefix),
    removed.map(({ prefix }) => prefix),
  ])
  expect(changes).toEqual([
    [1, THIRD, ['192.0.2.4/30', '192.0.2.8/30'], ['192.0.2.0/30']],
    [2, SECOND, ['192.0.2.0/30'], []],
    [1, FIRST, ['192.0.2.0/30'], []],
  ])
})

test('the last change is the latest of all, including removals', () => {
  expect(lastRangeChange(HISTORY)).toEqual(THIRD)
  expect(lastRangeChange([range(1, '192.0.2.0/30', FIRST, SECOND)])).toEqual(SECOND)
  expect(lastRangeChange([])).toBeUndefined()
})

test('a change has words and a permanent id', () => {
  expect(changeWords({ added: 2, removed: 1 })).toBe('2 added, 1 removed')
  expect(changeWords({ added: 0, removed: 3 })).toBe('3 removed')
  expect(changeId({ dataCenterTid: 1, at: FIRST })).toBe(`changes-1-${FIRST.getTime()}`)
})
