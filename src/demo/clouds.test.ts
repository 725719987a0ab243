import { expect, test } from 'vitest'
import { demoContent } from './demo-content.ts'

const content = demoContent({ day: '2026-11-15' })
const domainOf = new Map(content.clouds.map(({ id, domain }) => [id, domain]))
const itemNamed = (key: string) => content.menu_items.find((item) => item.key === key)
const hiddenDomains = (key: string) =>
  content.menu_item_hidden_clouds
    .filter(({ menu_item_id }) => menu_item_id === itemNamed(key)?.id)
    .map(({ cloud_id }) => domainOf.get(cloud_id))

test('N-05 the top menu leads to example domains, on government clouds to their own', () => {
  const top = content.menu_items.filter(({ menu }) => menu === 'top')
  expect(top.map(({ label }) => label)).toEqual(['Support', 'Community', 'Help'])
  const help = content.menu_item_cloud_routes.filter(
    ({ menu_item_id }) => menu_item_id === itemNamed('help')?.id,
  )
  expect(help.map(({ cloud_id, route }) => [domainOf.get(cloud_id), route])).toEqual([
    ['northwall-gov.net', 'https://help.northwall-gov.example/'],
    ['northwall-gov-ten.net', 'https://help.northwall-gov.example/'],
  ])
})

test('G-05 the main menu names every route and component, all of them below the cloud', () => {
  const main = content.menu_items.filter(({ menu, parent_id }) => menu === 'main' && parent_id === null)
  expect(main.map(({ label, route, component }) => [label, route, component])).toEqual([
    ['Home', '/', 'home'],
    ['Cloud Status', '/cloud-status', 'cloud_status'],
    ['Incidents', '/incidents', 'maintenance'],
    ['Maintenance', '/maintenance', 'maintenance'],
    ['Security Advisories', '/security-advisories', 'maintenance'],
    ['Notifications', '/notifications', 'notification'],
    ['Data Center Map', '/data-center-map', 'datacenter'],
    ['Threats', '/threats', 'analytics'],
    ['Compliance', '/compliance', 'compliance'],
    ['FAQ', '/faq', 'faq'],
  ])
  const subMenusOf = (key: string) =>
    content.menu_items
      .filter(({ parent_id }) => parent_id === itemNamed(key)?.id)
      .map(({ label, route, component }) => [label, route, component])
  expect(subMenusOf('notifications')).toEqual([
    ['URL Category Changes', '/url-category-notification', 'notification'],
    ['Cloud App', '/cloud-app-notification', 'notification'],
    ['Advisories', '/advisory-notification', 'notification'],
    ['Sub-processors', '/sub-processor-notification', 'notification'],
  ])
  expect(subMenusOf('threats')).toEqual([
    ['Threat Map', '/threat-map', 'threat_map'],
    ['Analytics', '/analytics', 'analytics'],
  ])
  expect(content.menu_items.filter(({ menu }) => menu === 'main').every(({ deep_link }) => deep_link)).toBe(
    true,
  )
})

test('G-06 compliance is for government clouds only, and the map is hidden without data centers', () => {
  const commercial = content.clouds.filter(({ is_gov }) => !is_gov).map(({ domain }) => domain)
  expect(hiddenDomains('compliance')).toEqual(commercial)
  expect(hiddenDomains('data-center-map')).toEqual(['agent.northwall.net'])
  expect(hiddenDomains('security-advisories')).toEqual(['northwallbeta.net', 'private.northwallbeta.net'])
  expect(hiddenDomains('url-category-notification')).toContain('private.northwall.net')
})

test('O-04, O-05 threats are hidden for government, beta and agent clouds', () => {
  for (const key of ['threat-map', 'analytics']) {
    expect(hiddenDomains(key)).toEqual([
      'northwallbeta.net',
      'private.northwallbeta.net',
      'northwall-gov.net',
      'northwall-gov-ten.net',
      'agent.northwall.net',
    ])
  }
})

test('S-09 every cloud has eight to twelve services in one or two categories, one of them decommissioned', () => {
  for (const cloud of content.clouds) {
    const categories = content.service_categories.filter(({ cloud_id }) => cloud_id === cloud.id)
    const tids = categories.map(({ tid }) => tid)
    const services = content.services.filter(({ category_tid }) => tids.includes(category_tid))
    expect(categories.length, cloud.domain).toBeGreaterThanOrEqual(1)
    expect(categories.length, cloud.domain).toBeLessThanOrEqual(2)
    expect(services.length, cloud.domain).toBeGreaterThanOrEqual(9)
    expect(services.length, cloud.domain).toBeLessThanOrEqual(12)
    const ended = services.filter(({ is_active }) => !is_active)
    expect(ended.map(({ name }) => name)).toEqual(['Legacy Mail Relay'])
    expect(ended[0]?.ended_on).toBeTruthy()
  }
})
