import { describe, expect, test } from 'vitest'
import {
  defaultPath,
  isHidden,
  type MainMenuItem,
  menuPath,
  pagesOfMenu,
  type SubMenuItem,
  topMenuRoute,
  visibleMenu,
} from './menu.ts'

const cloud = { domain: 'one.example', machine_name: 'one' }

describe('N-05 a top menu route', () => {
  test('is the same for all clouds if it is a string', () => {
    expect(topMenuRoute({ item: 'Help', route: 'https://help.example' }, cloud)).toBe('https://help.example')
  })
  test('is the cloud’s own if it has one, otherwise the commercial one', () => {
    const item = { item: 'Help', route: { commercial: 'https://help.example', gov: 'https://gov.example' } }
    expect(topMenuRoute(item, cloud)).toBe('https://help.example')
    expect(topMenuRoute(item, { ...cloud, machine_name: 'gov' })).toBe('https://gov.example')
  })
  test('is never an inherited object property', () => {
    const item = { item: 'Help', route: { commercial: 'https://help.example' } }
    expect(topMenuRoute(item, { ...cloud, machine_name: 'constructor' })).toBe('https://help.example')
  })
})

test('G-04 only deep links are under the cloud’s domain', () => {
  expect(menuPath({ route: '/faq', deep_link: true }, cloud)).toBe('/one.example/faq')
  expect(menuPath({ route: '/faq', deep_link: false }, cloud)).toBe('/faq')
})

test('G-07 the route / is the home of the cloud', () => {
  expect(menuPath({ route: '/', deep_link: true }, cloud)).toBe('/one.example')
})

describe('G-06 the menu of a cloud', () => {
  const menu: MainMenuItem[] = [
    page('home'),
    page('secret', ['one']),
    { ...page('notices'), sub_menus: [page('apps', ['one']), page('urls')] },
    { ...page('empty'), sub_menus: [page('gone', ['one'])] },
    { ...page('closed', ['one']), sub_menus: [page('inside')] },
  ]

  test('leaves out hidden items, hidden sub menus and empty dropdowns', () => {
    const visible = visibleMenu(menu, cloud)
    expect(visible.map(({ id }) => id)).toEqual(['home', 'notices'])
    expect(visible[1]?.sub_menus?.map(({ id }) => id)).toEqual(['urls'])
  })
  test('keeps everything for a cloud without hidden items', () => {
    const visible = visibleMenu(menu, { domain: 'two.example', machine_name: 'two' })
    expect(pagesOfMenu(visible).map(({ id }) => id)).toEqual([
      'home',
      'secret',
      'apps',
      'urls',
      'gone',
      'inside',
      'notices',
      'empty',
      'closed',
    ])
  })
  test('matches hidden items by machine name, not by domain', () => {
    expect(isHidden({ hide_from_clouds: ['one'] }, cloud)).toBe(true)
    expect(isHidden({ hide_from_clouds: ['one.example'] }, cloud)).toBe(false)
  })
})

test('G-04 the pages of a menu are its items, its sub menus, and an overview of each dropdown with a route', () => {
  const dropdown = (id: string, route: string) => ({ ...page(id), route, sub_menus: [page(`in-${id}`)] })
  const menu = [
    page('home'),
    dropdown('notices', '/notices'),
    dropdown('without-route', ''),
    dropdown('outside', 'https://help.example'),
    dropdown('of-home', '/'),
  ]
  const pages = pagesOfMenu(menu)
  expect(pages.map(({ id }) => id)).toEqual([
    'home',
    'in-notices',
    'in-without-route',
    'in-outside',
    'in-of-home',
    'notices',
  ])
  expect(pages.at(-1)).toMatchObject({ route: '/notices', component: 'overview' })
})

test('the default page of a cloud is one of its own pages or its home', () => {
  expect(defaultPath({ ...cloud, default_page: '/cloud-status' })).toBe('/one.example/cloud-status')
  expect(defaultPath({ ...cloud, default_page: '/' })).toBe('/one.example')
})

function page(id: string, hide_from_clouds: string[] = []): SubMenuItem {
  return { id, item: id, route: `/${id}`, deep_link: true, component: 'faq', hide_from_clouds }
}
