import fc from 'fast-check'
import { expect, test } from 'vitest'
import { knownListQuery, listAddress, listQuery, notificationQuery, WHOLE_LIST } from './list-query.ts'

const PATH = '/northwall.net/incidents'

test('L-12 page and status come from the address, with pages counted from 1', () => {
  expect(listQuery(new URLSearchParams('page=3&category=5'))).toEqual({ ...WHOLE_LIST, page: 2, category: 5 })
})

test('L-12 day, data centers and month come from the address, with data centers sorted and unique', () => {
  const search = 'datacenter=9&datacenter=4&datacenter=9&datacenter=x&date=2026-11-15&month=2026-10'
  expect(listQuery(new URLSearchParams(search))).toEqual({
    ...WHOLE_LIST,
    day: '2026-11-15',
    dataCenters: [4, 9],
    month: '2026-10',
  })
})

test.each([
  '',
  'page=abc',
  'page=-1',
  'page=0',
  'page=1.5',
  'page=1e3',
  'page=',
  'page=99999999999',
  'page= 2',
])('the address "%s" asks for the first page', (address) => {
  expect(listQuery(new URLSearchParams(address)).page).toBe(0)
})

test.each([
  'category=all',
  'category=0',
  'category=-3',
  'category=99999999999',
  'date=2026-02-30',
  'date=2026-13-01',
  'date=today',
  'date=2026-1-1',
  'month=2026-13',
  'month=2026',
  'datacenter=',
])('the address "%s" asks for everything', (address) => {
  expect(listQuery(new URLSearchParams(address))).toEqual(WHOLE_LIST)
})

test('the month of the day is left out', () => {
  expect(listQuery(new URLSearchParams('date=2026-11-15&month=2026-11')).month).toBeUndefined()
})

test('the number of data centers is limited as in the API', () => {
  const search = Array.from({ length: 600 }, (_, index) => `datacenter=${index + 1}`).join('&')
  expect(listQuery(new URLSearchParams(search)).dataCenters).toHaveLength(500)
})

test('the address of the first page is the bare path', () => {
  expect(listAddress(PATH, WHOLE_LIST)).toBe(PATH)
})

test('L-12 the address of a view contains all of it and can be read back', () => {
  const query = {
    page: 1,
    category: 5,
    day: '2026-11-15',
    dataCenters: [4, 9],
    month: '2026-10',
    mine: { services: [12], dataCenters: [7] },
  }
  const address = listAddress(PATH, query)
  expect(address).toBe(
    `${PATH}?category=5&date=2026-11-15&datacenter=4&datacenter=9&month=2026-10&page=2&mine=s12,d7`,
  )
  expect(listQuery(new URL(address, 'http://site.invalid').searchParams)).toEqual(query)
})

test('P-01 lists of notifications use only status and page', () => {
  const search = new URLSearchParams('page=2&category=5&date=2026-11-15&datacenter=4&month=2026-10')
  expect(notificationQuery(search)).toEqual({ ...WHOLE_LIST, page: 1, category: 5 })
})

const KNOWN = {
  statuses: new Set([1, 5]),
  dataCenters: new Set([31, 32, 33]),
  calendar: { first: '2025-03-01', last: '2026-12-31', today: '2026-11-17' },
}
const number = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.nat()).map(String)
const anyQuery = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom('category', 'datacenter', 'page'), number),
      fc.tuple(
        fc.constant('date'),
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
      ),
      fc.tuple(fc.constant('date'), fc.constantFrom('2026-11-17', '2025-03-01', '2025-02-28', '2027-01-01')),
      fc.tuple(fc.constant('month'), fc.constantFrom('2026-11', '2026-10', '1000-01', '9999-12', '2025-03')),
      fc.tuple(fc.string(), fc.string()),
    ),
    { maxLength: 30 },
  )
  .map((pairs) => new URLSearchParams(pairs))

test('L-12 unknown values are dropped', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const { category, dataCenters, day, month } = knownListQuery(listQuery(query), KNOWN)
      if (category !== undefined) expect(KNOWN.statuses).toContain(category)
      for (const id of dataCenters) expect(KNOWN.dataCenters).toContain(id)
      if (day !== undefined) expect(day >= '2025-03-01' && day <= '2026-12-31').toBe(true)
      if (month !== undefined) expect(month >= '2025-03' && month <= '2026-12').toBe(true)
    }),
  )
})

test('L-12 an address of known values is canonical, so made-up ones share one answer', () => {
  fc.assert(
    fc.property(anyQuery, (query) => {
      const address = listAddress('/list', knownListQuery(listQuery(query), KNOWN))
      const { searchParams } = new URL(address, 'https://site.invalid')
      expect(listAddress('/list', knownListQuery(listQuery(searchParams), KNOWN))).toBe(address)
    }),
  )
})

test("L-12 made-up values don't affect known ones", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 100, max: 2 ** 31 - 1 }), { maxLength: 300 }), (made) => {
      const query = new URLSearchParams('category=5&datacenter=32&datacenter=31')
      for (const id of made) query.append('datacenter', String(id))
      expect(listAddress('/list', knownListQuery(listQuery(query), KNOWN))).toBe(
        '/list?category=5&datacenter=31&datacenter=32',
      )
    }),
  )
})
