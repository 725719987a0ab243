import { expect, test } from 'vitest'
import { FEEDS } from '../../domain/feed-name.ts'
import type { Site, SiteCloud } from '../edition.ts'
import { listOfFeed } from './list-of-feed.ts'

const ONE = { domain: 'one.example', machine_name: 'one' } as SiteCloud
const TWO = { domain: 'two.example', machine_name: 'two' } as SiteCloud

const SITE: Pick<Site, 'menu' | 'clouds'> = {
  clouds: [ONE, TWO],
  menu: {
    top_menu: [],
    main_menu: [
      item('/maintenance', ['one']),
      item('/security-advisories', ['two']),
      { ...item('/notifications'), sub_menus: [item('/advisory-notification')] },
    ],
  },
}

test.each([
  ['a cloud with the list', FEEDS.securityAdvisories, ONE, '/one.example/security-advisories'],
  ['a cloud that hides the list', FEEDS.securityAdvisories, TWO, '/two.example'],
  ['a list in a dropdown', FEEDS.advisories, TWO, '/two.example/advisory-notification'],
  ['a cloud without any list', FEEDS.incidents, TWO, '/two.example'],
  ['all clouds', FEEDS.securityAdvisories, undefined, '/one.example/security-advisories'],
  ['all clouds, if the first hides the list', FEEDS.maintenance, undefined, '/two.example/maintenance'],
  ['all clouds, if none has the list', FEEDS.incidents, undefined, '/'],
])('G-06 %s', (_, feed, cloud, path) => {
  expect(listOfFeed(SITE, feed, cloud)).toBe(path)
})

function item(route: string, hide_from_clouds: string[] = []) {
  return { id: route, item: route, route, deep_link: true, component: 'maintenance', hide_from_clouds }
}
