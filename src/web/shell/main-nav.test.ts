import { expect, test } from 'vitest'
import { isCurrentItem } from './main-nav.tsx'

const cloud = { domain: 'one.example', machine_name: 'one' }

test('G-07 the item with route / is current on the home page only', () => {
  const home = { route: '/', deep_link: true }
  expect(isCurrentItem(home, cloud, '/one.example')).toBe(true)
  expect(isCurrentItem(home, cloud, '/one.example/incidents')).toBe(false)
})

test('any other item is current on its page and below it', () => {
  const incidents = { route: '/incidents', deep_link: true }
  expect(isCurrentItem(incidents, cloud, '/one.example/incidents')).toBe(true)
  expect(isCurrentItem(incidents, cloud, '/one.example/incidents/1')).toBe(true)
  expect(isCurrentItem(incidents, cloud, '/one.example/incidents-of-old')).toBe(false)
  expect(isCurrentItem(incidents, cloud, '/two.example/incidents')).toBe(false)
})
