import { describe, expect, test } from 'vitest'
import { type SiteShape, whatIsBroken } from './what-is-broken.ts'

const HOME = item({ id: 1, label: 'Home', route: '/', component: 'home' })
const FAQ = item({ id: 2, label: 'FAQ', route: '/faq', component: 'faq' })
const CLOUD = { id: 1, title: 'Alpha', default_page: '/', is_retired: false }

test('a site with a cloud and a home page is complete', () => {
  expect(keys({ clouds: [CLOUD], items: [HOME, FAQ] })).toEqual([])
})

describe('Z-04 a site is broken', () => {
  test.each<[string, SiteShape, string[]]>([
    ['without a cloud', { clouds: [{ ...CLOUD, is_retired: true }], items: [HOME] }, ['no-cloud']],
    [
      'without a home page',
      { clouds: [{ ...CLOUD, default_page: '/faq' }], items: [FAQ, { ...HOME, is_retired: true }] },
      ['no-home'],
    ],
    [
      'when the first page of a cloud is hidden there',
      { clouds: [CLOUD], items: [{ ...HOME, hidden_clouds: [1] }] },
      ['opens-nowhere 1'],
    ],
    [
      'when the first page of a cloud is not in the menu',
      { clouds: [{ ...CLOUD, default_page: '/news' }], items: [HOME, FAQ] },
      ['opens-nowhere 1'],
    ],
    [
      'when two pages have the same path',
      { clouds: [CLOUD], items: [HOME, FAQ, { ...FAQ, id: 3, label: 'Help' }] },
      ['same-path :cloud/faq'],
    ],
    [
      'when a dropdown without a page loses its items',
      { clouds: [CLOUD], items: [HOME, { ...FAQ, route: '' }] },
      ['same-path :cloud/'],
    ],
  ])('%s', (_, site, broken) => {
    expect(keys(site)).toEqual(broken)
  })
})

test('a dropdown is not a page, and its entries inherit its component', () => {
  const dropdown = { ...HOME, id: 5, label: 'Start' }
  const entry = { ...HOME, id: 6, parent_id: 5, component: null }
  expect(keys({ clouds: [CLOUD], items: [dropdown, entry] })).toEqual([])
  expect(
    keys({ clouds: [CLOUD], items: [{ ...dropdown, is_retired: true }, entry, { ...FAQ, route: '/x' }] }),
  ).toEqual(['no-home', 'opens-nowhere 1'])
  expect(keys({ clouds: [CLOUD], items: [{ ...dropdown, hidden_clouds: [1] }, entry] })).toEqual([
    'opens-nowhere 1',
  ])
})

test('a page of the whole site differs from one of each cloud', () => {
  expect(keys({ clouds: [CLOUD], items: [HOME, FAQ, { ...FAQ, id: 3, deep_link: false }] })).toEqual([])
})

function keys(site: SiteShape) {
  return whatIsBroken(site).map(({ key }) => key)
}

function item(of: { id: number; label: string; route: string; component: string }) {
  return {
    ...of,
    menu: 'main' as const,
    parent_id: null,
    deep_link: true,
    hidden_clouds: [] as number[],
    is_retired: false,
  }
}
