import { expect, test } from 'vitest'
import { placeOfPath, placePath, placeSlugs } from './place-address.ts'

test('places are named in addresses by their names', () => {
  const slugs = placeSlugs([
    { tid: 1, name: 'DNS Control' },
    { tid: 2, name: 'Zürich II' },
    { tid: 3, name: '東京' },
    { tid: 4, name: '2026' },
  ])
  expect([...slugs.values()]).toEqual(['dns-control', 'zurich-ii', '3', '2026-4'])
})

test('two places with the same name are distinguished', () => {
  const slugs = placeSlugs([
    { tid: 1, name: 'Frankfurt' },
    { tid: 2, name: 'Frankfurt!' },
  ])
  expect([...slugs.values()]).toEqual(['frankfurt-1', 'frankfurt-2'])
})

test('a number never makes the name of another place', () => {
  const slugs = placeSlugs([
    { tid: 12, name: 'X' },
    { tid: 13, name: 'X' },
    { tid: 14, name: 'X 12' },
  ])
  expect([...slugs.values()]).toEqual(['x-12-12', 'x-13', 'x-12'])
})

test.each([
  ['/services/dns-control', { kind: 'service', slug: 'dns-control' }],
  ['/data-centers/zurich-ii', { kind: 'data-center', slug: 'zurich-ii' }],
  ['/services', undefined],
  ['/services/a/b', undefined],
  ['/incidents/7', undefined],
])('%s is about %j', (path, place) => {
  expect(placeOfPath(path)).toEqual(place)
})

test('a path leads back to its place', () => {
  expect(placeOfPath(placePath('x', 'service', 'a').slice('/x'.length))).toEqual({
    kind: 'service',
    slug: 'a',
  })
})
