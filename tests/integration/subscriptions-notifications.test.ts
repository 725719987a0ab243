import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NotificationSubscriptions, TermGroup } from '../../src/contract/subscriptions.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { subscriber } from '../support/subscriber.ts'

type Person = Awaited<ReturnType<typeof subscriber>>

let site: AccountSite

beforeAll(async () => {
  site = await accountSite()
})

afterAll(() => site.stop())

describe('U-03 notification categories', () => {
  test('are grouped by type, without subscriptions at first', async () => {
    const person = await subscriber(site)
    const answer = await person.post('/api/user_notifications')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    const { data } = answer.json<NotificationSubscriptions>()
    expect(data).toMatchObject({ subscriptions_count: 0, all_subscribed: 0, terms: { totalCount: 0 } })
    const terms = await site.database.db.selectFrom('notification_terms').selectAll().execute()
    const types = new Set(terms.map(({ notification_type }) => notification_type))
    expect(new Set(groupsIn(data).map(({ notification_type }) => notification_type))).toEqual(types)
    expect(namesIn(data)).toEqual(terms.map(({ name }) => name).sort())
  })

  test('U-11 are subscribed one by one or as a list, and counted', async () => {
    const person = await subscriber(site)
    const [first, second, third] = await tids()
    expect(countsOf(await change(person, first, 'subscribe'))).toEqual([1, 1])
    expect(countsOf(await change(person, first, 'subscribe'))).toEqual([1, 1])
    const all = await change(person, [second, third], 'subscribe')
    expect(countsOf(all)).toEqual([3, 3])
    expect(subscribedIn(all)).toEqual([first, second, third])
    expect(await person.count()).toBe(3)
    expect(subscribedIn(await change(person, second, 'unsubscribe'))).toEqual([first, third])
  })

  test('U-05 are subscribed all together, and U-07 include later additions', async () => {
    const person = await subscriber(site)
    const [first] = await tids()
    await change(person, first, 'subscribe')
    const all = await change(person, 'all', 'subscribe')
    const every = (await tids()).length
    expect(countsOf(all)).toEqual([every, every])
    expect(all.counts).toMatchObject({ notifications: every, northwall_net: 0 })
    expect(all.all_subscribed).toBe(1)
    expect(groupsIn(all).every(({ all_subscribed }) => all_subscribed === 1)).toBe(true)
    const added = await addTerm('Added later')
    expect(subscribedIn(await read(person))).toContain(added)
    const without = await change(person, added, 'unsubscribe')
    expect(without.all_subscribed).toBe(0)
    expect(countsOf(without)).toEqual([every, every])
    expect(countsOf(await change(person, 'all', 'unsubscribe'))).toEqual([0, 0])
  })

  test('U-11 are neither offered nor counted when retired', async () => {
    const person = await subscriber(site)
    const retired = await addTerm('Soon retired')
    await change(person, retired, 'subscribe')
    await site.database.db
      .updateTable('notification_terms')
      .set({ retired_at: new Date() })
      .where('tid', '=', retired)
      .execute()
    expect(countsOf(await read(person))).toEqual([0, 0])
    expect(namesIn(await read(person))).not.toContain('Soon retired')
    const answer = await ask(person, retired, 'subscribe')
    expect(answer.statusCode).toBe(404)
  })

  test('in a list are changed all together or not at all', async () => {
    const person = await subscriber(site)
    const [first = 0] = await tids()
    const answer = await ask(person, [first, 2_000_000_000], 'subscribe')
    expect(answer.statusCode).toBe(404)
    expect(answer.json().message).toContain('2000000000')
    expect(countsOf(await read(person))).toEqual([0, 0])
  })

  test.each([['core_cloud_services'], ['12'], [[]], [0], [null]])('reject %j', async (tid) => {
    const person = await subscriber(site)
    expect((await ask(person, tid, 'subscribe')).statusCode).toBe(400)
  })
})

test('keep all simultaneous choices of one person', async () => {
  const person = await subscriber(site)
  const [kept, ...unwanted] = (await tids()).slice(0, 12)
  await change(person, 'all', 'subscribe')
  await Promise.all(unwanted.map((tid) => change(person, tid, 'unsubscribe')))
  const left = subscribedIn(await read(person))
  expect(left).toContain(kept)
  expect(unwanted.filter((tid) => left.includes(tid))).toEqual([])
})

function ask(person: Person, tid: unknown, action: string) {
  return person.post('/api/notification_manage_subscription', { tid, action })
}

async function change(person: Person, tid: unknown, action: 'subscribe' | 'unsubscribe') {
  const answer = await ask(person, tid, action)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<NotificationSubscriptions>().data
}

async function read(person: Person) {
  return (await person.post('/api/user_notifications')).json<NotificationSubscriptions>().data
}

function groupsIn({ terms }: NotificationSubscriptions['data']) {
  return Object.values(terms).filter((group): group is TermGroup => typeof group === 'object')
}

function namesIn(data: NotificationSubscriptions['data']) {
  return groupsIn(data)
    .flatMap(({ categories }) => categories)
    .map((term) => term.notification_subcategory_name)
    .sort()
}

function subscribedIn(data: NotificationSubscriptions['data']) {
  return groupsIn(data)
    .flatMap(({ categories }) => categories)
    .filter((term) => term.notification_subcategory_sub_status === 1)
    .map((term) => term.notification_subcategory_id)
}

function countsOf({ subscriptions_count, terms }: NotificationSubscriptions['data']) {
  return [subscriptions_count, terms.totalCount]
}

async function tids() {
  const terms = await site.database.db
    .selectFrom('notification_terms')
    .where('retired_at', 'is', null)
    .select('tid')
    .orderBy('position')
    .orderBy('tid')
    .execute()
  return terms.map(({ tid }) => tid)
}

async function addTerm(name: string) {
  const { tid } = await site.database.db
    .insertInto('notification_terms')
    .values({ notification_type: 'cloud_app', group_name: 'Cloud Apps', name, position: 10_000 })
    .returning('tid')
    .executeTakeFirstOrThrow()
  return tid
}
