import { expect, test } from 'vitest'
import { fileOf, kindOf } from './file-of.ts'

test('a page is a file next to the folder of the same name', () => {
  expect(fileOf('/northwall.net', 'page').file).toBe('/northwall.net.html')
  expect(fileOf('/northwall.net/incidents', 'page').file).toBe('/northwall.net/incidents.html')
})

test('each view has its own file, whatever the order of its parameters', () => {
  const file = '/a/incidents&category=3&page=2.html'
  expect(fileOf('/a/incidents?page=2&category=3', 'page').file).toBe(file)
  expect(fileOf('/a/incidents?category=3&page=2', 'page').file).toBe(file)
})

test("default values don't make another file", () => {
  expect(fileOf('/a/incidents?page=1', 'page').file).toBe('/a/incidents.html')
  expect(fileOf('/api/incident?cloud=a&page=0', 'read').file).toBe('/api/incident&cloud=a.json')
})

test('paths are decoded, as servers look them up, but values are not', () => {
  expect(fileOf('/a/caf%C3%A9%20x?search=S%C3%A3o+Paulo', 'page').file).toBe(
    '/a/café x&search=S%C3%A3o+Paulo.html',
  )
})

test('a name too long for a file system becomes a digest and keeps the wanted name', () => {
  const long = `/a/${'é'.repeat(130)}`
  const { wanted, file } = fileOf(long, 'page')
  expect(wanted).toBe(`${long}.html`)
  expect(file).toMatch(/^\/\.long\/[0-9a-f]{64}\.html$/)
  expect(fileOf(`/a/${'x'.repeat(247)}`, 'page').file).toBe(`/a/${'x'.repeat(247)}.html`)
})

test('the format of a feed becomes its extension', () => {
  expect(fileOf('/rss-feed/incidents?cloud=a&format=atom', 'atom').file).toBe(
    '/rss-feed/incidents&cloud=a.atom',
  )
})

test.each([
  ['/northwall.net/incidents?page=2', 'page'],
  ['/sign-in', 'page'],
  ['/api/global', 'read'],
  ['/rss-feed', 'rss'],
  ['/rss-feed/incidents?cloud=a&format=atom', 'atom'],
  ['/rss-feed/incidents?_format=json', 'jsonfeed'],
  ['/threats.csv?category=malware', 'csv'],
  ['/sitemap.xml', 'file'],
  ['/favicon.ico', 'file'],
])('%s is a %s', (address, kind) => expect(kindOf(address)).toBe(kind))

test.each([
  '/',
  '/posts/12',
  '/northwall.net/',
  '/admin/dashboard',
  '/sso/login',
  '/assets/x.js',
  '/api/docs',
])('%s is not crawled', (address) => expect(kindOf(address)).toBeUndefined())
