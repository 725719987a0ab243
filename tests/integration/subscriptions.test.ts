import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Subscriptions } from '../../src/contract/subscriptions.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { CLOUD, cloudStatus, OTHER_CLOUD, servicesIn, starsIn, subscriber } from '../support/subscriber.ts'

let site: AccountSite

beforeAll(async () => {
  site = await accountSite()
})

afterAll(() => site.stop())

describe('U-02 what a cloud offers', () => {
  test('matches its Cloud Status page, without subscriptions at first', async () => {
    const person = await subscriber(site)
    const answer = await person.post('/api/subscriptions', { cloud: CLOUD })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    const { data } = answer.json<Subscriptions>()
    expect(data.subscriptions_count).toBe(0)
    expect(data.maintenance).toEqual([{ tid: expect.any(Number), name: 'Maintenance', subscribed: 0 }])
    expect(data.advisory).toEqual([{ tid: expect.any(Number), name: 'Advisory', subscribed: 0 }])
    const status = await cloudStatus(site, 'core_cloud_services')
    const inService = status.flatMap(({ subCategory }) => subCategory.filter((item) => item.status === 1))
    expect(servicesIn(data)).toEqual(inService.map(({ tid, name }) => ({ tid, name, subscribed: 0 })))
    expect(data.datacenter.category.map(({ title }) => title)).toEqual(
      (await cloudStatus(site, 'public')).map(({ title }) => title),
    )
    expect(data.premium_datacenters.category.length).toBeGreaterThan(0)
    expect(answer.body).not.toContain('"subscribed":1')
  })

  test('has no premium data centers if the cloud doesn’t show them', async () => {
    const person = await subscriber(site)
    const { data } = (await person.post('/api/subscriptions', { cloud: OTHER_CLOUD })).json<Subscriptions>()
    expect(data.premium_datacenters).toEqual({ subscribed: 0, category: [] })
  })

  test.each(['/api/subscriptions', '/api/subscribe'])('%s for an unknown cloud is not found', async (url) => {
    const person = await subscriber(site)
    const answer = await person.post(url, { cloud: 'nowhere', tid: 'all', action: 'subscribe' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json().message).toBe('There is no cloud "nowhere".')
  })
})

describe('U-04 one thing', () => {
  test('is subscribed and unsubscribed, and repeating it changes nothing', async () => {
    const person = await subscriber(site)
    const offer = await person.offer()
    const [service] = servicesIn(offer)
    const [center] = offer.datacenter.category[0]?.subCategory ?? []
    for (const tid of [offer.maintenance[0]?.tid, offer.advisory[0]?.tid, service?.tid, center?.tid]) {
      for (let time = 0; time < 2; time++) {
        const data = await person.subscribe(tid)
        expect(starsIn(data)).toEqual([tid])
        expect(data.subscriptions_count).toBe(1)
      }
      for (let time = 0; time < 2; time++) {
        const data = await person.unsubscribe(tid)
        expect(starsIn(data)).toEqual([])
        expect(data.subscriptions_count).toBe(0)
      }
    }
  })

  test('is answered with the new state', async () => {
    const person = await subscriber(site)
    const [service] = servicesIn(await person.offer())
    const changed = await person.subscribe(service?.tid)
    expect(await person.offer()).toEqual(changed)
  })

  test('U-01 is counted over all clouds, and the user details agree', async () => {
    const person = await subscriber(site)
    const offer = await person.offer()
    await person.subscribe(offer.maintenance[0]?.tid)
    await person.subscribe('all', OTHER_CLOUD)
    const { subscriptions_count, counts } = await person.offer()
    const there = starsIn(await person.offer(OTHER_CLOUD)).length
    expect(there).toBeGreaterThan(4)
    expect(subscriptions_count).toBe(1 + there)
    expect(counts).toMatchObject({ [CLOUD]: 1, [OTHER_CLOUD]: there, notifications: 0 })
    expect(await person.count()).toBe(1 + there)
  })

  test('A-11 can be chosen by unverified accounts and by staff', async () => {
    for (const person of [await subscriber(site), await subscriber(site, { roles: ['url_editor'] })]) {
      const [service] = servicesIn(await person.offer())
      expect(starsIn(await person.subscribe(service?.tid))).toEqual([service?.tid])
    }
  })

  test('is independent of other users', async () => {
    const [one, other] = [await subscriber(site), await subscriber(site)]
    await one.subscribe('all')
    await other.unsubscribe('all')
    expect((await other.offer()).subscriptions_count).toBe(0)
    const all = await one.offer()
    expect(all.subscriptions_count).toBe(starsIn(all).length)
  })
})

describe('U-05 everything of a cloud', () => {
  test('is subscribed and unsubscribed with one call, on this cloud only', async () => {
    const person = await subscriber(site)
    const there = (await person.subscribe('all', OTHER_CLOUD)).subscriptions_count
    const all = await person.subscribe('all')
    expect(JSON.stringify(all)).not.toContain('"subscribed":0')
    expect(all.subscriptions_count).toBe(there + starsIn(all).length)
    const none = await person.unsubscribe('all')
    expect(starsIn(none)).toEqual([])
    expect(none.subscriptions_count).toBe(there)
  })
})

describe('a list', () => {
  test('is one transaction: one wrong ID rejects all of it', async () => {
    const person = await subscriber(site)
    const [service] = servicesIn(await person.offer())
    const asked = { cloud: CLOUD, tid: [service?.tid, 2_000_000_000], action: 'subscribe' }
    const answer = await person.post('/api/subscribe', asked)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().message).toBe('Nothing on this cloud has the ID 2000000000.')
    expect((await person.offer()).subscriptions_count).toBe(0)
  })

  test('of a hundred and sixty data centers is one call', async () => {
    const person = await subscriber(site)
    const { datacenter } = await person.offer()
    const tids = datacenter.category.flatMap(({ subCategory }) => subCategory.map(({ tid }) => tid))
    expect(tids.length).toBeGreaterThan(100)
    const data = await person.subscribe(tids)
    expect(data.subscriptions_count).toBe(tids.length)
    expect(data.datacenter.category.every(({ subscribed }) => subscribed === 1)).toBe(true)
    expect(data.datacenter.subscribed).toBe(0)
    expect((await person.unsubscribe(tids)).subscriptions_count).toBe(0)
  })
})

describe('rejected changes', () => {
  test("U-09 a decommissioned service can't be subscribed, but can still be unsubscribed", async () => {
    const person = await subscriber(site)
    const gone = (await cloudStatus(site, 'core_cloud_services'))
      .flatMap(({ subCategory }) => subCategory)
      .find(({ status }) => status === 0)
    if (gone === undefined) throw new Error('The demo has no decommissioned service.')
    const asked = { cloud: CLOUD, tid: gone.tid, action: 'subscribe' }
    const answer = await person.post('/api/subscribe', asked)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().message).toContain(`${gone.name} is decommissioned`)
    await site.database.db
      .insertInto('subscriptions')
      .values({ user_id: person.uid, scope: 'service', tid: gone.tid, cloud_id: await cloudId() })
      .execute()
    expect(servicesIn(await person.offer())).toContainEqual({
      tid: gone.tid,
      name: gone.name,
      subscribed: 1,
    })
    expect(await person.count()).toBe(0)
    expect((await person.unsubscribe(gone.tid)).subscriptions_count).toBe(0)
  })

  test('a service of another cloud is not found', async () => {
    const person = await subscriber(site)
    const [elsewhere] = servicesIn(await person.offer(OTHER_CLOUD))
    for (const action of ['subscribe', 'unsubscribe']) {
      const answer = await person.post('/api/subscribe', { cloud: CLOUD, tid: elsewhere?.tid, action })
      expect(answer.statusCode).toBe(404)
    }
  })

  test.each([
    ['an unknown scope', { tid: 'everything' }],
    ['a number as text', { tid: '12' }],
    ['an empty list', { tid: [] }],
    ['a list of scopes', { tid: ['all'] }],
    ['a fraction', { tid: 1.5 }],
    ['a null instead of a number', { tid: null }],
    ['another action', { action: 'toggle' }],
    ['a list of clouds', { cloud: [CLOUD] }],
  ])('%s is rejected', async (_, wrong) => {
    const person = await subscriber(site)
    const asked = { cloud: CLOUD, tid: 'all', action: 'subscribe', ...wrong }
    expect((await person.post('/api/subscribe', asked)).statusCode).toBe(400)
  })
})

async function cloudId() {
  const { id } = await site.database.db
    .selectFrom('clouds')
    .where('machine_name', '=', CLOUD)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}
