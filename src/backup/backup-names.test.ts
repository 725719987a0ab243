import { expect, test } from 'vitest'
import { backupName, namesToRemove, newestOf, safetyName } from './backup-names.ts'

const at = (time: string) => new Date(time)
const one = backupName(at('2026-08-05T09:03:04.005Z'))
const two = backupName(at('2026-08-05T10:00:00.000Z'))
const three = backupName(at('2027-01-01T00:00:00.000Z'))
const later = at('2027-01-02T00:00:00.000Z')
const others = [
  safetyName(at('2028-01-01T00:00:00Z')),
  'candor-2026.tar',
  `${one}.part-host-1-00000000`,
  'notes.txt',
]

test('a name contains the time of the backup', () => {
  expect(one).toBe('candor-2026-08-05T090304.005Z.tar')
  expect(newestOf([two, three, one, ...others], later)).toEqual(at('2027-01-01T00:00:00.000Z'))
  expect(newestOf(others, later)).toBeUndefined()
  expect(newestOf(['candor-2026-99-99T990000.000Z.tar'], later)).toBeUndefined()
})

test('removes the oldest ones, and nothing with another name', () => {
  expect(namesToRemove([three, one, ...others, two], { keep: 2, now: later })).toEqual([one])
  expect(namesToRemove([three, one, two], { keep: 1, now: later })).toEqual([one, two])
  expect(namesToRemove([three, one, two], { keep: 3, now: later })).toEqual([])
})

test('a name from the future counts for nothing and stays; clocks may differ by minutes', () => {
  const now = at('2026-08-05T10:00:00.000Z')
  const ahead = backupName(at('2026-08-05T10:05:00.000Z'))
  expect(newestOf([one, two, three], now)).toEqual(now)
  expect(newestOf([one, ahead], now)).toEqual(at('2026-08-05T10:05:00.000Z'))
  expect(newestOf([three], now)).toBeUndefined()
  expect(namesToRemove([one, two, three], { keep: 1, now })).toEqual([one])
})
