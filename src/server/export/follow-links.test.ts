import { expect, test } from 'vitest'
import { isPageExported, linksIn, readsBehind } from './follow-links.ts'

const where = { page: '/a/incidents?page=2', publicUrl: 'https://trust.example' }

test('finds each link of a page once, unescaped and without its fragment', () => {
  const body = `<a href="/a?x=1&amp;y=2#z">1</a><a class="b" href="/a?x=1&amp;y=2">2</a><use href="/w.svg#land"/>
    <a href="?week=1">3</a><a href="#here">4</a><script src="/assets/x.js"></script>`
  expect(linksIn(body, where)).toEqual(['/a?x=1&y=2', '/w.svg', '/a/incidents?week=1', '/assets/x.js'])
})

test('ignores links to other sites, however they are written', () => {
  const body =
    '<a href="//evil.example/a"><a href="mailto:a@b.c"><a href="https://other.example/a"><a href="http://">'
  expect(linksIn(body, where)).toEqual([])
})

test('finds the locations of a sitemap', () => {
  const body =
    '<url><loc>https://trust.example/a/posts/1</loc></url><url><loc>https://trust.example/b</loc></url>'
  expect(linksIn(body, where)).toEqual(['/a/posts/1', '/b'])
})

const list = (of: object) => JSON.stringify({ totalPages: 1, statuses: [], ...of })

test('a list leads to its other pages and to each of its statuses', () => {
  const body = list({ totalPages: 3, statuses: [{ id: 2 }, { id: 5 }] })
  expect(readsBehind('/api/incident?cloud=a', body)).toEqual([
    '/api/incident?cloud=a&page=1',
    '/api/incident?cloud=a&page=2',
    '/api/incident?cloud=a&category=2',
    '/api/incident?cloud=a&category=5',
  ])
})

test('a filtered list leads only to its pages, and a page to nothing', () => {
  const body = list({ totalPages: 2, statuses: [{ id: 2 }] })
  expect(readsBehind('/api/incident?cloud=a&datacenter=7', body)).toEqual([
    '/api/incident?cloud=a&page=1&datacenter=7',
  ])
  expect(readsBehind('/api/incident?cloud=a&page=1', body)).toEqual([])
})

test('a calendar leads to days with records, one day without, and each data center', () => {
  const body = JSON.stringify({
    calendar: { '2026-11-15': 'service_disruption' },
    datacenters: [{ label: 'Europe', options: [{ value: 7, label: 'Zürich' }] }],
  })
  expect(readsBehind('/api/calendar?cloud=a&type=scheduled_maintenance', body)).toEqual([
    '/api/maintenance?cloud=a&date=1000-01-01',
    '/api/maintenance?cloud=a&date=2026-11-15',
    '/api/maintenance?cloud=a&datacenter=7',
  ])
})

test('everything else leads to nothing', () => {
  expect(readsBehind('/api/global', '{}')).toEqual([])
})

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
