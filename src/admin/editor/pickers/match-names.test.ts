import { expect, test } from 'vitest'
import { isCalled, matchNames } from './match-names.ts'

const CENTERS = [
  { tid: 1, name: 'Frankfurt IV', city: 'Frankfurt' },
  { tid: 2, name: 'Frankfurt VI', city: 'Frankfurt' },
  { tid: 3, name: 'Zürich II', city: 'Zürich' },
  { tid: 4, name: 'São Paulo I', city: 'São Paulo' },
]

test('Z-02 a pasted list is matched whatever its separators, accents and case', () => {
  const { tids, unknown } = matchNames('frankfurt iv; Zurich II\nSAO PAULO I,\n\nZürich II', CENTERS)
  expect(tids).toEqual([1, 3, 4])
  expect(unknown).toEqual([])
})

test('Z-02 unknown names are reported, with suggestions', () => {
  const { tids, unknown } = matchNames('Frankfurt, Zurch II, Atlantis', CENTERS)
  expect(tids).toEqual([])
  expect(unknown.map(({ word, near }) => [word, near.map(({ name }) => name)])).toEqual([
    ['Frankfurt', ['Frankfurt IV', 'Frankfurt VI']],
    ['Zurch II', ['Zürich II']],
    ['Atlantis', []],
  ])
})

test('Z-02 a filter matches parts of names and cities', () => {
  expect(CENTERS.filter((center) => isCalled(center, 'zuri')).map(({ tid }) => tid)).toEqual([3])
  expect(CENTERS.filter((center) => isCalled(center, '')).length).toBe(4)
})
