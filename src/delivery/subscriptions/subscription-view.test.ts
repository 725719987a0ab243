import { expect, test } from 'vitest'
import type { SubscribableCloud } from '../../domain/notifying/subscribable.ts'
import { subscriptionView } from './subscription-view.ts'

const cloud: SubscribableCloud = {
  maintenanceTid: 1,
  advisoryTid: 2,
  shows: { core_cloud_services: true, datacenter: true, premium_datacenters: true },
  services: [
    { tid: 11, name: 'Gateway', isActive: true },
    { tid: 12, name: 'Fax', isActive: false },
  ],
  regions: [
    {
      tid: 21,
      title: 'Europe',
      dataCenters: [
        { tid: 31, name: 'Zurich', isActive: true, isPremium: false },
        { tid: 32, name: 'Oslo', isActive: true, isPremium: false },
        { tid: 33, name: 'Oslo premium', isActive: true, isPremium: true },
      ],
    },
    {
      tid: 22,
      title: 'Asia',
      dataCenters: [{ tid: 34, name: 'Tokyo', isActive: true, isPremium: false }],
    },
  ],
}

test('U-02 a cloud offers maintenance, advisories, services, and public and premium data centers by region', () => {
  expect(subscriptionView(cloud, [])).toEqual({
    maintenance: [{ tid: 1, name: 'Maintenance', subscribed: 0 }],
    advisory: [{ tid: 2, name: 'Advisory', subscribed: 0 }],
    core_cloud_services: [{ subscribed: 0, subCategory: [{ tid: 11, name: 'Gateway', subscribed: 0 }] }],
    datacenter: {
      subscribed: 0,
      category: [
        {
          tid: 21,
          title: 'Europe',
          subscribed: 0,
          subCategory: [
            { tid: 31, name: 'Zurich', subscribed: 0 },
            { tid: 32, name: 'Oslo', subscribed: 0 },
          ],
        },
        { tid: 22, title: 'Asia', subscribed: 0, subCategory: [{ tid: 34, name: 'Tokyo', subscribed: 0 }] },
      ],
    },
    premium_datacenters: {
      subscribed: 0,
      category: [
        {
          tid: 21,
          title: 'Europe',
          subscribed: 0,
          subCategory: [{ tid: 33, name: 'Oslo premium', subscribed: 0 }],
        },
      ],
    },
  })
})

test('U-07 All subscribes to every item and region of the kind', () => {
  const { datacenter, premium_datacenters } = subscriptionView(cloud, [{ scope: 'datacenter', tid: null }])
  expect(datacenter.subscribed).toBe(1)
  for (const region of datacenter.category) {
    expect(region.subscribed).toBe(1)
    expect(region.subCategory.every(({ subscribed }) => subscribed === 1)).toBe(true)
  }
  expect(JSON.stringify(premium_datacenters)).not.toContain('"subscribed":1')
})

test('U-06 a region is subscribed as a whole, public and premium, or one by one', () => {
  const byRow = subscriptionView(cloud, [{ scope: 'region', tid: 21 }])
  expect(byRow.datacenter.category.map(({ subscribed }) => subscribed)).toEqual([1, 0])
  expect(byRow.premium_datacenters.category.map(({ subscribed }) => subscribed)).toEqual([1])
  expect(byRow.datacenter.subscribed).toBe(0)
  const oneByOne = subscriptionView(cloud, [
    { scope: 'data_center', tid: 31 },
    { scope: 'data_center', tid: 32 },
  ])
  expect(oneByOne.datacenter.category[0]?.subscribed).toBe(1)
  expect(oneByOne.premium_datacenters.category[0]?.subscribed).toBe(0)
  const someOnly = subscriptionView(cloud, [{ scope: 'data_center', tid: 31 }])
  expect(someOnly.datacenter.category[0]?.subscribed).toBe(0)
})

test('offers decommissioned items only to users who chose them', () => {
  const { core_cloud_services } = subscriptionView(cloud, [{ scope: 'service', tid: 12 }])
  expect(core_cloud_services[0].subCategory).toContainEqual({ tid: 12, name: 'Fax', subscribed: 1 })
  const all = subscriptionView(cloud, [{ scope: 'core_cloud_services', tid: null }])
  expect(all.core_cloud_services[0].subCategory.map(({ tid }) => tid)).toEqual([11])
})

test('U-02 sections that the cloud does not show are empty, whatever was chosen', () => {
  const shows = { core_cloud_services: false, datacenter: false, premium_datacenters: false }
  const view = subscriptionView({ ...cloud, shows }, [
    { scope: 'core_cloud_services', tid: null },
    { scope: 'datacenter', tid: null },
    { scope: 'premium_datacenters', tid: null },
  ])
  expect(view.core_cloud_services).toEqual([{ subscribed: 0, subCategory: [] }])
  expect(view.datacenter).toEqual({ subscribed: 0, category: [] })
  expect(view.premium_datacenters).toEqual({ subscribed: 0, category: [] })
})
