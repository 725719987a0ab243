import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountsAt } from '../../src/accounts/accounts.ts'
import type { CloudStatus } from '../../src/contract/cloud-status.ts'
import type { ListResponse } from '../../src/contract/records.ts'
import { connect } from '../../src/db/connect.ts'
import { INTERNAL_CANARY } from '../../src/demo/canaries.ts'
import { ROLES } from '../../src/domain/access.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { editionOf } from '../support/demo-edition.ts'
import { signIn } from '../support/sign-in.ts'
import { testAccounts } from '../support/test-accounts.ts'
import { NOBODY, standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const CLOUD = 'northwall_net'
const LIST = `/api/incident?cloud=${CLOUD}`
const STATUS = `/api/cloud-status?cloud=${CLOUD}`

let database: TestDatabase
let site: TestApp
let secret: { listUrl: string; postUrl: string; id: number }

beforeAll(async () => {
  database = await testDatabase('demo')
  const holder = standingHolder(new Date())
  holder.hold(await editionOf(database.db))
  site = await testApp({ holder, accounts: testAccounts(database.db) })
  secret = await findSecret()
})

afterAll(async () => {
  await site.app.close()
  await database.drop()
})

describe('L-09 internal fields', () => {
  const READERS = ['administrator', 'trust_admin', 'blog_editor', 'customer_success_manager'] as const
  test.each(READERS)('%s gets them in lists and posts, uncached', async (role) => {
    const { cookie } = await signIn(database.db, { roles: [role] })
    for (const url of [secret.listUrl, secret.postUrl]) {
      const answer = await get(url, cookie)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain(INTERNAL_CANARY)
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers.etag).toBeUndefined()
    }
  })

  test.each(ROLES.filter((role) => !READERS.some((reader) => reader === role)))(
    'Z-05 %s may not edit incidents, so gets no drafts',
    async (role) => {
      const { cookie } = await signIn(database.db, { roles: [role] })
      for (const url of [secret.listUrl, secret.postUrl]) {
        const answer = await get(url, cookie)
        expect(answer.headers['cache-control']).toBe('private, no-store')
        expect(answer.body.includes(INTERNAL_CANARY)).toBe(false)
      }
    },
  )

  test('a user without a role gets no drafts, and answers for staff are never reused', async () => {
    const staff = await signIn(database.db, { roles: ['administrator'] })
    const customer = await signIn(database.db)
    for (const url of [secret.listUrl, secret.postUrl]) {
      expect((await get(url, staff.cookie)).body).toContain(INTERNAL_CANARY)
      for (const cookie of [customer.cookie, undefined, '__Host-candor_session=guess']) {
        const answer = await get(url, cookie)
        expect(answer.statusCode).toBe(200)
        expect(answer.body).not.toContain(INTERNAL_CANARY)
        for (const field of ['internal_note', 'slack_link', 'jira_link', 'sfdc_link', 'severity_link']) {
          expect(answer.body).not.toContain(field)
        }
      }
    }
  })

  test('staff get them after an anonymous reader requested the same', async () => {
    await get(secret.listUrl)
    const { cookie } = await signIn(database.db, { roles: ['customer_success_manager'] })
    expect((await get(secret.listUrl, cookie)).body).toContain(INTERNAL_CANARY)
  })

  test('pages are the same for staff as for all readers', async () => {
    const { cookie } = await signIn(database.db, { roles: ['administrator'] })
    const path = `/northwall.net/posts/${secret.id}`
    const [own, anybody] = [await get(path, cookie), await get(path)]
    expect(own.body).toBe(anybody.body)
    expect(own.headers.etag).toBe(anybody.headers.etag)
  })

  test.each([
    ['idle for two hours', { lastSeenAt: new Date(Date.now() - 7_201_000) }],
    ['expired', { expiresAt: new Date(Date.now() - 1_000) }],
    ['that of a locked user', { lockedAt: new Date() }],
  ])('a session that is %s gives no access', async (_, of) => {
    const { cookie } = await signIn(database.db, { roles: ['administrator'], ...of })
    const answer = await get(secret.listUrl, cookie)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain(INTERNAL_CANARY)
  })

  test('a revoked role applies from the next request', async () => {
    const { uid, cookie } = await signIn(database.db, { roles: ['blog_editor'] })
    expect((await get(secret.listUrl, cookie)).body).toContain(INTERNAL_CANARY)
    await database.db.deleteFrom('user_roles').where('user_id', '=', uid).execute()
    expect((await get(secret.listUrl, cookie)).body).not.toContain(INTERNAL_CANARY)
  })
})

describe('U-09 subscribed', () => {
  test('is 0 without a session', async () => {
    expect(await subscribed('core_cloud_services')).toEqual([])
  })

  test("is 1 for the user's services, on this cloud only", async () => {
    const { uid, cookie } = await signIn(database.db)
    const [tid] = await tids('core_cloud_services')
    await subscribe(uid, { scope: 'service', tid: tid ?? 0 })
    expect(await subscribed('core_cloud_services', cookie)).toEqual([tid])
    expect(await subscribed('public', cookie)).toEqual([])
    expect(await subscribed('core_cloud_services', cookie, 'northwall_one_net')).toEqual([])
  })

  test('U-07 is 1 for all public data centers and no premium one when all are subscribed', async () => {
    const { uid, cookie } = await signIn(database.db)
    await subscribe(uid, { scope: 'datacenter', tid: null })
    expect(await subscribed('public', cookie)).toEqual(await tids('public'))
    expect(await subscribed('premium', cookie)).toEqual([])
  })

  test('S-10 says of each whether All covers it, only with a session', async () => {
    const { uid, cookie } = await signIn(database.db)
    const [tid] = await tids('core_cloud_services')
    await subscribe(uid, { scope: 'service', tid: tid ?? 0 })
    await subscribe(uid, { scope: 'premium_datacenters', tid: null })
    expect(await coveredByAll('core_cloud_services', cookie)).toEqual([0])
    expect(await coveredByAll('public', cookie)).toEqual([0])
    expect(await coveredByAll('premium', cookie)).toEqual([1])
    expect(await coveredByAll('premium')).toEqual([undefined])
    expect((await get(`${STATUS}&requestType=premium`)).body).not.toContain('covered_by_all')
  })

  test('is 1 for the data centers of a subscribed region', async () => {
    const { uid, cookie } = await signIn(database.db)
    const [region] = (await status('public')).data.category
    await subscribe(uid, { scope: 'region', tid: region?.tid ?? 0 })
    expect(await subscribed('public', cookie)).toEqual(region?.subCategory.map(({ tid }) => tid))
  })
})

test('unknown clouds and bad parameters are rejected for users as well', async () => {
  const { cookie } = await signIn(database.db, { roles: ['administrator'] })
  expect((await get('/api/incident?cloud=nowhere', cookie)).statusCode).toBe(404)
  expect((await get(`${LIST}&page=-1`, cookie)).statusCode).toBe(400)
})

test('without the database a signed-in reader still gets public content', async () => {
  const broken = standingHolder(new Date())
  broken.hold(await editionOf(database.db))
  const app = await testApp({
    holder: broken,
    accounts: {
      ...NOBODY,
      viewerOf: () => Promise.reject(new Error('The database is gone')),
      personalize: () => Promise.reject(new Error('The database is gone')),
    },
  })
  const answer = await app.app.inject({
    url: LIST,
    headers: { cookie: `__Host-candor_session=${'a'.repeat(43)}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json<ListResponse>().records.length).toBeGreaterThan(0)
  await app.app.close()
})

test('a hanging database does not delay signed-in readers', async () => {
  const { cookie } = await signIn(database.db, { roles: ['administrator'] })
  const other = connect(database.url)
  const holder = standingHolder(new Date())
  holder.hold(await editionOf(database.db))
  const app = await testApp({ holder, accounts: accountsAt(testAccounts(other.db).desk) })
  await database.db.transaction().execute(async (trx) => {
    await sql`lock table sessions in access exclusive mode`.execute(trx)
    const answer = await app.app.inject({ url: secret.listUrl, headers: { cookie } })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain(INTERNAL_CANARY)
  })
  await app.app.close()
  await other.close()
})

test('shared reads are cached for signed-in readers, too', async () => {
  const { cookie } = await signIn(database.db, { roles: ['administrator'] })
  for (const url of ['/api/edition', '/api/global', `/api/verdict?cloud=${CLOUD}`]) {
    const own = await get(url, cookie)
    expect(own.headers, url).toMatchObject({ 'cache-control': 'public, no-cache' })
    expect(own.headers.etag, url).toBe((await get(url)).headers.etag)
  }
})

function get(url: string, cookie?: string) {
  return site.app.inject({ url, headers: cookie === undefined ? {} : { cookie } })
}

async function findSecret() {
  const row = await database.db
    .selectFrom('record_internals as i')
    .innerJoin('records', 'records.id', 'i.record_id')
    .innerJoin('record_clouds', 'record_clouds.record_id', 'records.id')
    .innerJoin('clouds', 'clouds.id', 'record_clouds.cloud_id')
    .where('records.state', '=', 'published')
    .where('records.kind', '=', 'incident')
    .where('records.redirect', 'is', null)
    .where('clouds.machine_name', '=', CLOUD)
    .where('i.internal_note', 'like', `%${INTERNAL_CANARY}%`)
    .select('records.id')
    .orderBy('records.id', 'desc')
    .executeTakeFirstOrThrow()
  for (let page = 0; ; page++) {
    const listUrl = `${LIST}&page=${page}`
    const list = (await get(listUrl)).json<ListResponse>()
    if (list.records.length === 0) throw new Error('The record stands in no list.')
    if (!list.records.some(({ id }) => id === row.id)) continue
    return { id: row.id, listUrl, postUrl: `/api/posts/${row.id}?cloud=${CLOUD}` }
  }
}

type RequestType = 'core_cloud_services' | 'public' | 'premium'

async function status(requestType: RequestType, cookie?: string, cloud = CLOUD) {
  const url = `${STATUS.replace(CLOUD, cloud)}&requestType=${requestType}`
  return (await get(url, cookie)).json<CloudStatus>()
}

async function tids(requestType: RequestType) {
  const { data } = await status(requestType)
  return data.category.flatMap(({ subCategory }) => subCategory.map(({ tid }) => tid))
}

async function coveredByAll(requestType: RequestType, cookie?: string) {
  const { data } = await status(requestType, cookie)
  const items = data.category.flatMap(({ subCategory }) => subCategory)
  return [...new Set(items.map(({ covered_by_all }) => covered_by_all))]
}

async function subscribed(requestType: RequestType, cookie?: string, cloud = CLOUD) {
  const { data } = await status(requestType, cookie, cloud)
  return data.category.flatMap(({ subCategory }) =>
    subCategory.filter((item) => item.subscribed === 1).map(({ tid }) => tid),
  )
}

async function subscribe(uid: number, of: { scope: string; tid: number | null }) {
  const { id } = await database.db
    .selectFrom('clouds')
    .where('machine_name', '=', CLOUD)
    .select('id')
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('subscriptions')
    .values({ user_id: uid, scope: of.scope as never, tid: of.tid, cloud_id: id })
    .execute()
}
