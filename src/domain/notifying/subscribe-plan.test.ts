import { describe, expect, test } from 'vitest'
import { subscriptionView } from '../../delivery/subscriptions/subscription-view.ts'
import type { OwnSubscription, SubscribableCloud, SubscriptionAction } from './subscribable.ts'
import { type CloudChoice, subscribePlan } from './subscribe-plan.ts'

const [MAINTENANCE, ADVISORY] = [1, 2]
const [GATEWAY, FIREWALL, FAX] = [11, 12, 13]
const [EUROPE, ASIA] = [21, 22]
const [ZURICH, OSLO, OSLO_PREMIUM, TOKYO, BONN_CLOSED] = [31, 32, 33, 34, 35]

const cloud: SubscribableCloud = {
  maintenanceTid: MAINTENANCE,
  advisoryTid: ADVISORY,
  shows: { core_cloud_services: true, datacenter: true, premium_datacenters: true },
  services: [
    { tid: GATEWAY, name: 'Gateway', isActive: true },
    { tid: FIREWALL, name: 'Firewall', isActive: true },
    { tid: FAX, name: 'Fax', isActive: false },
  ],
  regions: [
    {
      tid: EUROPE,
      title: 'Europe',
      dataCenters: [
        { tid: ZURICH, name: 'Zurich', isActive: true, isPremium: false },
        { tid: OSLO, name: 'Oslo', isActive: true, isPremium: false },
        { tid: OSLO_PREMIUM, name: 'Oslo premium', isActive: true, isPremium: true },
        { tid: BONN_CLOSED, name: 'Bonn', isActive: false, isPremium: false },
      ],
    },
    {
      tid: ASIA,
      title: 'Asia',
      dataCenters: [{ tid: TOKYO, name: 'Tokyo', isActive: true, isPremium: false }],
    },
  ],
}
const withoutPremium = { ...cloud, shows: { ...cloud.shows, premium_datacenters: false } }

describe('U-05 everything of a cloud', () => {
  test('adds all that the cloud shows and keeps earlier choices', () => {
    expect(rowsAfter(['service 11'], 'subscribe', 'all')).toEqual([
      'service 11',
      'maintenance',
      'advisory',
      'core_cloud_services',
      'datacenter',
      'premium_datacenters',
    ])
    expect(rowsAfter([], 'subscribe', 'all', withoutPremium)).not.toContain('premium_datacenters')
  })

  test('removes everything when unsubscribing from all', () => {
    expect(
      rowsAfter(['maintenance', 'region 21', 'core_cloud_services', 'service 11'], 'unsubscribe', 'all'),
    ).toEqual([])
  })
})

describe('U-07 all of a kind', () => {
  test('U-05 removes the single choices of its kind only', () => {
    const chosen = rowsAfter(['service 11', 'data_center 31'], 'subscribe', 'core_cloud_services')
    expect(chosen).toEqual(['service 11', 'data_center 31', 'core_cloud_services'])
    expect(rowsAfter(chosen, 'unsubscribe', 'core_cloud_services')).toEqual(['data_center 31'])
    expect(rowsAfter(['service 11', 'service 13'], 'unsubscribe', 'core_cloud_services')).toEqual([])
  })

  test("U-05 of public data centers keeps a region's premium ones, and vice versa", () => {
    const chosen = ['region 21', 'region 22', 'data_center 35', 'datacenter']
    expect(rowsAfter(chosen, 'unsubscribe', 'datacenter')).toEqual(['data_center 33'])
    expect(rowsAfter(chosen, 'unsubscribe', 'datacenter', withoutPremium)).toEqual([])
    expect(rowsAfter(['region 21', 'region 22'], 'unsubscribe', 'premium_datacenters')).toEqual([
      'region 22',
      'data_center 31',
      'data_center 32',
    ])
  })

  test('is refused where the cloud has no such section', () => {
    const asked = { choices: ['premium_datacenters' as const], action: 'subscribe' as const }
    expect(subscribePlan(withoutPremium, [], asked)).toEqual({
      kind: 'not-shown',
      scope: 'premium_datacenters',
    })
  })

  test('becomes single choices when one thing is removed', () => {
    expect(rowsAfter(['core_cloud_services'], 'unsubscribe', GATEWAY)).toEqual(['service 12'])
    expect(rowsAfter(['datacenter', 'premium_datacenters'], 'unsubscribe', ZURICH)).toEqual([
      'premium_datacenters',
      'data_center 32',
      'data_center 34',
    ])
    expect(rowsAfter(['datacenter', 'premium_datacenters'], 'unsubscribe', EUROPE)).toEqual([
      'data_center 34',
    ])
  })

  test('keeps a chosen region when something elsewhere is removed', () => {
    expect(rowsAfter(['region 21', 'datacenter'], 'unsubscribe', TOKYO)).toEqual(['region 21'])
  })

  test('stays when something that it does not cover is removed', () => {
    expect(rowsAfter(['datacenter', 'data_center 33'], 'unsubscribe', OSLO_PREMIUM)).toEqual(['datacenter'])
    expect(rowsAfter(['core_cloud_services', 'service 13'], 'unsubscribe', FAX)).toEqual([
      'core_cloud_services',
    ])
  })
})

describe('U-06 a region', () => {
  test('replaces its public and premium data centers', () => {
    expect(rowsAfter(['data_center 31', 'data_center 33', 'data_center 34'], 'subscribe', EUROPE)).toEqual([
      'data_center 34',
      'region 21',
    ])
  })

  test('is removed with all its data centers', () => {
    expect(rowsAfter(['region 21', 'data_center 34'], 'unsubscribe', EUROPE)).toEqual(['data_center 34'])
    expect(rowsAfter(['data_center 31', 'data_center 33'], 'unsubscribe', EUROPE)).toEqual([])
  })

  test('becomes its other data centers when one is removed', () => {
    expect(rowsAfter(['region 21'], 'unsubscribe', OSLO)).toEqual(['data_center 31', 'data_center 33'])
    expect(rowsAfter(['region 21', 'datacenter'], 'unsubscribe', OSLO)).toEqual([
      'data_center 34',
      'data_center 31',
      'data_center 33',
    ])
  })
})

describe('U-04 a single thing', () => {
  test('is added and removed, and repeating it changes nothing', () => {
    for (const tid of [MAINTENANCE, ADVISORY, GATEWAY, ZURICH, OSLO_PREMIUM, EUROPE]) {
      const chosen = rowsAfter([], 'subscribe', tid)
      expect(chosen, `${tid}`).toHaveLength(1)
      expect(rowsAfter(chosen, 'subscribe', tid), `${tid}`).toEqual(chosen)
      expect(rowsAfter(chosen, 'unsubscribe', tid), `${tid}`).toEqual([])
      expect(rowsAfter([], 'unsubscribe', tid), `${tid}`).toEqual([])
    }
  })

  test('is not added if it is already covered', () => {
    expect(rowsAfter(['core_cloud_services'], 'subscribe', GATEWAY)).toEqual(['core_cloud_services'])
    expect(rowsAfter(['region 21'], 'subscribe', OSLO_PREMIUM)).toEqual(['region 21'])
  })

  test('can be removed but not chosen when decommissioned', () => {
    expect(plan([], 'subscribe', FAX)).toEqual({ kind: 'decommissioned', name: 'Fax' })
    expect(plan([], 'subscribe', BONN_CLOSED)).toEqual({ kind: 'decommissioned', name: 'Bonn' })
    expect(rowsAfter(['service 13', 'data_center 35'], 'unsubscribe', FAX)).toEqual(['data_center 35'])
    expect(rowsAfter(['data_center 35'], 'unsubscribe', BONN_CLOSED)).toEqual([])
  })

  test('is unknown if it belongs to another cloud or a hidden section', () => {
    expect(plan([], 'subscribe', 99)).toEqual({ kind: 'unknown', tid: 99 })
    expect(plan([], 'unsubscribe', OSLO_PREMIUM, withoutPremium)).toEqual({
      kind: 'unknown',
      tid: OSLO_PREMIUM,
    })
  })
})

test('applies a list as a whole, or not at all if one number is wrong', () => {
  expect(rowsAfter(['core_cloud_services'], 'unsubscribe', [GATEWAY, FIREWALL])).toEqual([])
  expect(rowsAfter([], 'subscribe', [MAINTENANCE, GATEWAY, GATEWAY, ZURICH])).toEqual([
    'maintenance',
    'service 11',
    'data_center 31',
  ])
  expect(plan([], 'subscribe', [GATEWAY, 99])).toEqual({ kind: 'unknown', tid: 99 })
})

test('names only the rows to add and to delete', () => {
  expect(plan(['region 21', 'maintenance'], 'unsubscribe', ZURICH)).toMatchObject({
    add: rows(['data_center 32', 'data_center 33']),
    remove: rows(['region 21']),
  })
})

test('U-09 removing one thing changes only its own star, whatever covers it', () => {
  const everything = ['core_cloud_services', 'datacenter', 'premium_datacenters', 'region 21', 'service 11']
  for (const tid of [GATEWAY, FIREWALL, ZURICH, OSLO, OSLO_PREMIUM, TOKYO]) {
    const filled = stars(everything)
    expect(filled).toContain(tid)
    expect(stars(rowsAfter(everything, 'unsubscribe', tid))).toEqual(filled.filter((other) => other !== tid))
  }
})

function stars(own: readonly string[]) {
  const { core_cloud_services, datacenter, premium_datacenters } = subscriptionView(cloud, rows(own))
  const centers = [...datacenter.category, ...premium_datacenters.category]
  return [...core_cloud_services, ...centers]
    .flatMap(({ subCategory }) => subCategory)
    .filter(({ subscribed }) => subscribed === 1)
    .map(({ tid }) => tid)
}

function plan(
  own: readonly string[],
  action: SubscriptionAction,
  choice: CloudChoice | CloudChoice[],
  of: SubscribableCloud = cloud,
) {
  return subscribePlan(of, rows(own), { choices: [choice].flat(), action })
}

function rowsAfter(...asked: Parameters<typeof plan>): string[] {
  const planned = plan(...asked)
  if (planned.kind !== 'planned') throw new Error(`refused: ${planned.kind}`)
  return planned.rows.map(({ scope, tid }) => (tid === null ? scope : `${scope} ${tid}`))
}

function rows(named: readonly string[]): OwnSubscription[] {
  return named.map((name) => {
    const [scope, tid] = name.split(' ')
    return { scope: scope as OwnSubscription['scope'], tid: tid === undefined ? null : Number(tid) }
  })
}
