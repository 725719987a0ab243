import { expect, test } from 'vitest'
import { compareVersions } from './compare-versions.ts'

test('Z-07 only differences are shown, with who made them', () => {
  const base = { title: 'Web', city: 'Bonn', clouds: [1], note: 'same' }
  const mine = { title: 'Web two', city: 'Bonn', clouds: [1, 2], note: 'same' }
  const theirs = { title: 'Web three', city: 'Kiel', clouds: [1], note: 'same' }
  expect(compareVersions(base, { mine, theirs })).toEqual([
    { field: 'title', changedBy: 'both' },
    { field: 'city', changedBy: 'them' },
    { field: 'clouds', changedBy: 'me' },
  ])
})

test('Z-07 the same change on both sides is not a difference', () => {
  const both = { title: 'Web two' }
  expect(compareVersions({ title: 'Web' }, { mine: both, theirs: { ...both } })).toEqual([])
})
