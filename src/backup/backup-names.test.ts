import { expect, test } from 'vitest'
import { backupName, namesToRemove, newestOf, safetyName } from './backup-names.ts'

const at = (time: string) => new Date(time)
const one = backupName(at('2026-08-05T09:03:04.005Z'))
const two = backupName(at('2026-08-05T10:00:00.000Z'))
const three = backupName(at('2027-01-01T00:00:00.000Z'))
const others = [
  safetyName(at('2028-01-01T00:00:00Z')),
  'candor-2026.tar',
  `${one}.part-host-1-00000000`,
  'notes.txt',
]

test('a name contains the time of the backup', () => {
  expect(one).toBe('candor-2026-08-05T090304.005Z.tar')
  expect(newestOf([two, three, one, ...others])).toEqual(at('2027-01-01T00:00:00.000Z'))
  expect(newestOf(others)).toBeUndefined()
  expect(newestOf(['candor-2026-99-99T990000.000Z.tar'])).toBeUndefined()
})

test('removes the oldest ones, and nothing with another name', () => {
  expect(namesToRemove([three, one, ...others, two], 2)).toEqual([one])
  expect(namesToRemove([three, one, two], 1)).toEqual([one, two])
  expect(namesToRemove([three, one, two], 3)).toEqual([])
})
