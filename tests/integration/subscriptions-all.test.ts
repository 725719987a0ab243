import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { CLOUD, cloudStatus, OTHER_CLOUD, servicesIn, starsIn, subscriber } from '../support/subscriber.ts'
import type { StandingHolder } from '../support/test-app.ts'

let site: AccountSite

beforeAll(async () => {
  site = await accountSite()
})

afterAll(() => site.stop())

describe('U-07 all of a kind', () => {
  test('counts as everything it covers, and U-05 ends with the single choices of its kind', async () => {
    const person = await subscriber(site)
    const offer = await person.offer()
    const [first, second] = servicesIn(offer)
    const before = await person.subscribe(offer.maintenance[0]?.tid)
    const single = await person.subscribe([first?.tid, second?.tid])
    expect(single.subscriptions_count).toBe(3)
    const all = await person.subscribe('core_cloud_services')
    expect(all.core_cloud_services[0]?.subscribed).toBe(1)
    expect(servicesIn(all).every(({ subscribed }) => subscribed === 1)).toBe(true)
    expect(all.subscriptions_count).toBe(1 + servicesIn(all).length)
    expect(await person.count()).toBe(1 + servicesIn(all).length)
    expect(await person.unsubscribe('core_cloud_services')).toEqual(before)
  })

  test('S-10 minus one of its services becomes every other current one', async () => {
    const person = await subscriber(site)
    await person.subscribe('core_cloud_services')
    expect(await person.statusStars('core_cloud_services')).toEqual(
      (await cloudStatus(site, 'core_cloud_services')).flatMap(({ subCategory }) =>
        subCategory.map(({ tid }) => tid),
      ),
    )
    const [service, ...others] = servicesIn(await person.offer())
    const data = await person.unsubscribe(service?.tid)
    expect(data.core_cloud_services[0]?.subscribed).toBe(0)
    expect(starsIn(data)).toEqual(others.map(({ tid }) => tid))
    expect(await person.statusStars('core_cloud_services')).toEqual(others.map(({ tid }) => tid))
    expect(data.subscriptions_count).toBe(others.length)
  })

  test('is rejected if the cloud does not show it', async () => {
    const person = await subscriber(site)
    const asked = { cloud: OTHER_CLOUD, tid: 'premium_datacenters', action: 'subscribe' }
    const answer = await person.post('/api/subscribe', asked)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().message).toBe('This cloud has no premium data centers.')
  })
})

describe('U-06 a region', () => {
  test('toggles all its data centers, public and premium, and S-10 the Cloud Status page shows it', async () => {
    const person = await subscriber(site)
    const { premium_datacenters } = await person.offer()
    const tid = premium_datacenters.category[0]?.tid
    const on = await person.subscribe(tid)
    const covered = [...on.datacenter.category, ...on.premium_datacenters.category].filter(
      (region) => region.tid === tid,
    )
    expect(covered).toHaveLength(2)
    for (const region of covered) {
      expect(region.subscribed).toBe(1)
      expect(region.subCategory.every(({ subscribed }) => subscribed === 1)).toBe(true)
    }
    expect(on.subscriptions_count).toBe(covered.flatMap(({ subCategory }) => subCategory).length)
    for (const [type, section] of [
      ['public', 'datacenter'],
      ['premium', 'premium_datacenters'],
    ] as const) {
      const centers = on[section].category.find((region) => region.tid === tid)?.subCategory ?? []
      expect(await person.statusStars(type)).toEqual(
        expect.arrayContaining(centers.map((center) => center.tid)),
      )
    }
    const off = await person.unsubscribe(tid)
    expect(starsIn(off)).toEqual([])
    expect(await person.statusStars('public')).toEqual([])
  })

  test('minus one of its data centers becomes the others', async () => {
    const person = await subscriber(site)
    const { datacenter } = await person.offer()
    const region = datacenter.category.find(({ subCategory }) => subCategory.length > 2)
    const [center] = region?.subCategory ?? []
    const on = starsIn(await person.subscribe(region?.tid))
    const data = await person.unsubscribe(center?.tid)
    expect(starsIn(data)).toEqual(on.filter((tid) => tid !== center?.tid && tid !== region?.tid))
  })
})

test('simultaneous choices are all saved', async () => {
  const person = await subscriber(site)
  const tids = servicesIn(await person.offer()).map(({ tid }) => tid)
  await person.subscribe('core_cloud_services')
  const [kept, ...unwanted] = tids
  // Each request expands All, and must see the result of the previous one.
  await Promise.all(unwanted.map((tid) => person.unsubscribe(tid)))
  expect(starsIn(await person.offer())).toEqual([kept])
})

test('a subscription to a retired cloud does not count', async () => {
  const person = await subscriber(site)
  const { id } = await site.database.db
    .insertInto('clouds')
    .values({
      product_id: 1,
      title: 'Gone',
      machine_name: `gone_${person.uid}`,
      domain: `gone-${person.uid}.example`,
      retired_at: sql<Date>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await site.database.db
    .insertInto('subscriptions')
    .values({ user_id: person.uid, scope: 'maintenance', cloud_id: id, tid: null })
    .execute()
  expect(await person.count()).toBe(0)
})

// The last one, since it changes what the site offers. The short run covers the later additions of
// expansion.test.ts.
test.skipIf(isShort)('U-07 all of a kind covers later additions', async () => {
  const { db } = site.database
  const person = await subscriber(site)
  const before = await person.subscribe('all')
  const category = await db
    .selectFrom('service_categories')
    .innerJoin('clouds', 'clouds.id', 'service_categories.cloud_id')
    .where('clouds.machine_name', '=', CLOUD)
    .select('service_categories.tid')
    .executeTakeFirstOrThrow()
  const { tid } = await db
    .insertInto('services')
    .values({ category_tid: category.tid, name: 'New Service', started_on: '2026-01-01' })
    .returning('tid')
    .executeTakeFirstOrThrow()
  ;(site.holder as StandingHolder).hold(await loadEdition(db))
  const data = await person.offer()
  expect(servicesIn(data)).toContainEqual({ tid, name: 'New Service', subscribed: 1 })
  expect(data.subscriptions_count).toBe(before.subscriptions_count + 1)
})
