import { expect, test } from 'vitest'
import { isPageExported } from './views.ts'

const isKept = (query: string) => isPageExported(new URLSearchParams(query), { oldestMonth: '2026-01' })

test.each([
  '',
  'page=7',
  'category=3',
  'category=3&page=2',
  'week=4&centers=premium&troubled=1',
  'sort=date&order=desc',
  'search=S%C3%A3o+Paulo',
  'month=2026-01',
  'date=2026-03-04&page=2',
  'datacenter=12&page=2',
])('"%s" becomes a page', (query) => expect(isKept(query)).toBe(true))

test.each([
  ['date=2026-03-04&month=2026-05', 'filters have endless combinations'],
  ['datacenter=1&datacenter=2', 'so do data centers'],
  ['date=2026-03-04&datacenter=1', 'even with days'],
  ['month=2026-05&page=3', 'only the first page has other months'],
  ['month=2025-12', 'too far back'],
  ['date=2025-12-31', 'too far back'],
  ['week=1&post=5', 'the post has its own page'],
  ['cloud=trust.northwall.net', 'a redirect'],
  ['origin=%2Fa', 'only for one reader'],
])('"%s" does not: %s', (query) => expect(isKept(query)).toBe(false))
