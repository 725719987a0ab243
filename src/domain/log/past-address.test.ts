import { expect, test } from 'vitest'
import { hasPast, inEdition, pastQuery } from './past-address.ts'

test.each([
  [null, null, { kind: 'present' }],
  ['42', null, { kind: 'past', edition: 42, at: undefined }],
  [null, '2026-11-10T12:00', { kind: 'past', edition: undefined, at: new Date('2026-11-10T12:00Z') }],
  ['42', '2026-11-10T12:00:59Z', { kind: 'past', edition: 42, at: new Date('2026-11-10T12:00Z') }],
  ['0', null, { kind: 'wrong', field: 'edition' }],
  ['4e1', null, { kind: 'wrong', field: 'edition' }],
  ['42', '', { kind: 'wrong', field: 'at' }],
  [null, '2026-02-30T12:00', { kind: 'wrong', field: 'at' }],
  [null, '2026-11-10', { kind: 'wrong', field: 'at' }],
])('edition %s and time %s', (edition, at, expected) => {
  expect(pastQuery(edition, at)).toEqual(expected)
})

test('an address keeps its other parameters and its hash', () => {
  const at = new Date('2026-11-10T12:00Z')
  expect(inEdition('/a.net/incidents?page=2#top', { edition: 42, at })).toBe(
    '/a.net/incidents?page=2&edition=42&at=2026-11-10T12:00Z#top',
  )
  expect(inEdition('/a.net/posts/7?edition=3&at=x', { edition: 42, at: undefined })).toBe(
    '/a.net/posts/7?edition=42',
  )
})

test.each([
  ['/a.net/posts/7', true],
  ['/notification/7', true],
  ['/a.net/status', true],
  ['/a.net/posts/7/versions', false],
  ['/a.net/faq', false],
  ['/a.net', false],
  ['/status', false],
])('%s has a past: %s', (path, expected) => {
  const item = (route: string, component: string) => ({
    id: route,
    item: route,
    route,
    deep_link: true,
    component,
    hide_from_clouds: [],
  })
  expect(
    hasPast({ main_menu: [item('/', 'home'), item('/status', 'cloud_status'), item('/faq', 'faq')] }, path),
  ).toBe(expected)
})
