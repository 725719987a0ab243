import { expect, test } from 'vitest'
import { coversDataCenter, coversService } from './subscription.ts'

const frankfurt = { tid: 7, regionTid: 2, isPremium: false }
const premium = { tid: 8, regionTid: 2, isPremium: true }

test('U-09 a service is covered only by its own subscription', () => {
  expect(coversService([{ scope: 'service', tid: 4 }], 4)).toBe(true)
  expect(coversService([{ scope: 'service', tid: 5 }], 4)).toBe(false)
  expect(coversService([{ scope: 'data_center', tid: 4 }], 4)).toBe(false)
})

test('U-07 all core services cover each of them', () => {
  expect(coversService([{ scope: 'core_cloud_services', tid: null }], 4)).toBe(true)
})

test('U-09 a data center is covered by its own subscription and its region’s', () => {
  expect(coversDataCenter([{ scope: 'data_center', tid: 7 }], frankfurt)).toBe(true)
  expect(coversDataCenter([{ scope: 'region', tid: 2 }], frankfurt)).toBe(true)
  expect(coversDataCenter([{ scope: 'region', tid: 3 }], frankfurt)).toBe(false)
})

test("U-07 all public data centers don't include premium ones", () => {
  expect(coversDataCenter([{ scope: 'datacenter', tid: null }], frankfurt)).toBe(true)
  expect(coversDataCenter([{ scope: 'datacenter', tid: null }], premium)).toBe(false)
  expect(coversDataCenter([{ scope: 'premium_datacenters', tid: null }], premium)).toBe(true)
})
