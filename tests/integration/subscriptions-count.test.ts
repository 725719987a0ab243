import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NotificationSubscriptions } from '../../src/contract/subscriptions.ts'
import { SUBSCRIPTION_SCOPES, type SubscriptionScope } from '../../src/domain/notifying/subscription.ts'
import { isShort, sized } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { starsIn, subscriber } from '../support/subscriber.ts'

type Person = Awaited<ReturnType<typeof subscriber>>

let site: AccountSite
let clouds: { id: number; machine_name: string }[]
let things: Partial<Record<SubscriptionScope, number[]>>
let gone: Set<number>

beforeAll(async () => {
  site = await accountSite()
  const { db } = site.database
  clouds = await db
    .selectFrom('clouds')
    .where('retired_at', 'is', null)
    .select(['id', 'machine_name'])
    .execute()
  const services = await db.selectFrom('services').select(['tid', 'is_active']).execute()
  const centers = await db.selectFrom('data_centers').select(['tid', 'is_active']).execute()
  const regions = await db.selectFrom('regions').select('tid').execute()
  const terms = await db.selectFrom('notification_terms').select('tid').execute()
  const tids = (rows: readonly { tid: number }[]) => rows.map(({ tid }) => tid)
  things = { service: tids(services), data_center: tids(centers), region: tids(regions), term: tids(terms) }
  gone = new Set(tids([...services, ...centers].filter(({ is_active }) => !is_active)))
  expect(gone.size).toBeGreaterThan(0)
})

afterAll(() => site.stop())

const position = fc.nat({ max: 1_000 })
const STARRED_SCOPES = SUBSCRIPTION_SCOPES.filter((scope) => scope !== 'record')
const choices = fc.array(
  fc.record({ scope: fc.constantFrom(...STARRED_SCOPES), cloud: position, thing: position }),
  { maxLength: 8 },
)
const RUNS = sized({ short: 2, long: 20 })

test(`U-01, U-11 the count matches the filled stars, whatever was chosen`, async () => {
  await fc.assert(
    fc.asyncProperty(choices, async (chosen) => {
      const person = await subscriber(site)
      for (const one of chosen) await choose(person, one)
      const stars = await starsOf(person)
      const total = Object.values(stars).reduce((sum, count) => sum + count)
      const { subscriptions_count, counts } = await person.offer()
      expect(counts).toEqual(stars)
      expect(subscriptions_count).toBe(total)
      expect(await person.count()).toBe(total)
      const { data } = await notificationsOf(person)
      expect(data).toMatchObject({ subscriptions_count: total, counts: stars })
    }),
    { numRuns: RUNS },
  )
}, 600_000)

test.skipIf(isShort)(
  `U-01 subscribing never lowers the count, and unsubscribing never raises it`,
  async () => {
    const step = fc.record({
      action: fc.constantFrom('subscribe' as const, 'unsubscribe' as const),
      what: fc.constantFrom(
        'all',
        'core_cloud_services',
        'datacenter',
        'premium_datacenters',
        'one',
        'region',
      ),
      cloud: position,
      thing: position,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        const person = await subscriber(site)
        let before = 0
        for (const { action, what, cloud, thing } of steps) {
          const { machine_name } = at(clouds, cloud)
          const tid = await tidOf(person, { what, machine_name, thing })
          const answer = await person.post('/api/subscribe', { cloud: machine_name, tid, action })
          if (answer.statusCode !== 200) continue
          const after: number = answer.json().data.subscriptions_count
          if (action === 'subscribe') expect(after).toBeGreaterThanOrEqual(before)
          else expect(after).toBeLessThanOrEqual(before)
          before = after
        }
      }),
      { numRuns: RUNS },
    )
  },
  600_000,
)

async function choose(
  person: Person,
  { scope, cloud, thing }: { scope: SubscriptionScope; cloud: number; thing: number },
) {
  const tids = things[scope]
  await site.database.db
    .insertInto('subscriptions')
    .values({
      user_id: person.uid,
      scope,
      cloud_id: scope === 'term' || scope === 'terms' ? null : at(clouds, cloud).id,
      tid: tids === undefined ? null : at(tids, thing),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function starsOf(person: Person): Promise<Record<string, number>> {
  const stars: Record<string, number> = {}
  for (const { machine_name } of clouds) {
    stars[machine_name] = starsIn(await person.offer(machine_name)).filter((tid) => !gone.has(tid)).length
  }
  const { data } = await notificationsOf(person)
  return { ...stars, notifications: data.terms.totalCount }
}

async function notificationsOf(person: Person) {
  return (await person.post('/api/user_notifications')).json<NotificationSubscriptions>()
}

async function tidOf(person: Person, of: { what: string; machine_name: string; thing: number }) {
  const { datacenter, core_cloud_services, maintenance } = await person.offer(of.machine_name)
  if (of.what === 'region') return datacenter.category[of.thing % datacenter.category.length]?.tid ?? 'all'
  if (of.what !== 'one') return of.what
  const centers = datacenter.category.flatMap(({ subCategory }) => subCategory)
  return at([...maintenance, ...(core_cloud_services[0]?.subCategory ?? []), ...centers], of.thing).tid
}

function at<T>(list: readonly T[], position: number): T {
  const item = list[position % list.length]
  if (item === undefined) throw new Error('There is none')
  return item
}
