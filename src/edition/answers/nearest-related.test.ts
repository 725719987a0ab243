import { describe, expect, test } from 'vitest'
import { LOOKED_AT_PER_LIST, nearestRelated, type Relatable } from './nearest-related.ts'

interface Dated extends Relatable {
  day: number
}

const RECORD = record(100, { day: 50, services: [1], dataCenters: [10], tags: ['Power'] })

describe('a record is related', () => {
  test.each([
    ['a service', { services: [2, 1] }],
    ['a data center', { dataCenters: [10] }],
    ['a tag', { tags: ['Routing', 'Power'] }],
  ])('by %s', (_, shared) => {
    const other = record(1, { day: 40, ...shared })
    expect(idsOf([[RECORD, other]])).toEqual([1])
  })

  test('not by anything else, and never to itself', () => {
    const stranger = record(1, { services: [2], dataCenters: [11], tags: ['power'] })
    expect(idsOf([[RECORD, stranger]])).toEqual([])
  })

  test('not if the filter excludes it', () => {
    const list = [1, 2, 3].map((id) => record(id, { day: 50 - id, services: [1] }))
    expect(idsOf([list], { isWanted: ({ id }) => id !== 2 })).toEqual([1, 3])
  })
})

describe('related records come', () => {
  test('nearest in time first, from all lists, before and after', () => {
    const incidents = [60, 51, 47, 10].map((day) => record(day, { day, services: [1] }))
    const advisories = [90, 52, 20].map((day) => record(day, { day, dataCenters: [10] }))
    expect(idsOf([incidents, advisories])).toEqual([51, 52, 47, 60, 20])
  })

  test('by shared place first, before nearer ones that share only a tag', () => {
    const list = [
      record(1, { day: 52, tags: ['Power'] }),
      record(2, { day: 51, tags: ['Power'], services: [1] }),
      record(3, { day: 49, tags: ['Power'] }),
      record(4, { day: 5, dataCenters: [10] }),
    ]
    expect(idsOf([list])).toEqual([2, 4, 3, 1])
  })

  test('newer first if two are equally far', () => {
    const list = [55, 45].map((day) => record(day, { day, services: [1] }))
    expect(idsOf([list])).toEqual([55, 45])
  })

  test('also if the record is the newest, the oldest or the only one', () => {
    const older = record(1, { day: 3, services: [1] })
    const newer = record(2, { day: 99, services: [1] })
    expect(idsOf([[RECORD, older]])).toEqual([1])
    expect(idsOf([[newer, RECORD]])).toEqual([2])
    expect(idsOf([[RECORD]])).toEqual([])
    expect(idsOf([[]])).toEqual([])
  })

  test('only from nearby: a long history is not searched to its end', () => {
    const filler = Array.from({ length: LOOKED_AT_PER_LIST }, (_, at) => record(at + 1000, { day: 49 - at }))
    const far = record(1, { day: -1e6, services: [1] })
    expect(idsOf([[RECORD, ...filler.slice(2), far]])).toEqual([1])
    expect(idsOf([[RECORD, ...filler, far]])).toEqual([])
  })

  test('the same as in an exhaustive search', () => {
    const lists = [0, 1, 2].map((list) =>
      Array.from({ length: 80 }, (_, at) => {
        const id = 1000 * (list + 1) + at
        return record(id, { day: (id * 37) % 101, services: [id % 41], tags: [`${id % 7}`] })
      }).sort((a, b) => b.day - a.day || b.id - a.id),
    )
    for (const of of lists.flat()) {
      const rank = (each: Dated) => ({
        isByPlace: each.services[0] === of.services[0],
        distance: Math.abs(each.day - of.day),
      })
      const all = lists
        .flat()
        .filter((each) => each.id !== of.id)
        .filter((each) => rank(each).isByPlace || each.tags[0] === of.tags[0])
        .map(rank)
        .sort((a, b) => Number(b.isByPlace) - Number(a.isByPlace) || a.distance - b.distance)
      expect(find(lists, { of }).map(rank)).toEqual(all.slice(0, 5))
    }
  })
})

function record(id: number, fields: Partial<Dated>): Dated {
  return { id, day: 50, services: [], dataCenters: [], tags: [], ...fields }
}

function find(lists: Dated[][], { of = RECORD, isWanted = (_: Dated): boolean => true } = {}) {
  return nearestRelated({ of, lists, whenOf: ({ day }) => day, isWanted, limit: 5 })
}

function idsOf(lists: Dated[][], options: Parameters<typeof find>[1] = {}) {
  return find(lists, options).map(({ id }) => id)
}
