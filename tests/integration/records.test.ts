import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RecordInPlace } from '../../src/contract/records.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, addSmallSite, type SmallCloud } from '../support/small-site.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

let database: TestDatabase
let site: TestApp
let alpha: SmallCloud
let beta: SmallCloud
const holder = standingHolder(new Date())

beforeAll(async () => {
  database = await testDatabase()
  ;({ alpha, beta } = await addSmallSite(database.db))
  site = await testApp({ holder, config: { redirectHosts: ['docs.example'] } })
})
afterAll(async () => {
  await site.app.close()
  await database.drop()
})
beforeEach(async () => {
  const standing = await database.db
    .selectFrom('records')
    .where('state', '=', 'published')
    .select('id')
    .execute()
  for (const { id } of standing) await unpublish(database.db, id)
})

describe('the neighbors of a record in its list', () => {
  test('are the newer and the older one, if they exist', async () => {
    const oldest = await posted('2026-11-01', { title: 'Oldest' })
    const middle = await posted('2026-11-02', { title: 'Middle' })
    const newest = await posted('2026-11-03', { title: 'Newest' })
    expect(await neighbors(newest)).toEqual([null, 'Middle'])
    expect(await neighbors(middle)).toEqual(['Newest', 'Oldest'])
    expect(await neighbors(oldest)).toEqual(['Middle', null])
  })

  test("don't exist in a list of one", async () => {
    expect(await neighbors(await posted('2026-11-01'))).toEqual([null, null])
  })

  test.skipIf(isShort)('with the same time follow the order of the list', async () => {
    const first = await posted('2026-11-01', { title: 'First' })
    const second = await posted('2026-11-01', { title: 'Second' })
    expect(await neighbors(second)).toEqual([null, 'First'])
    expect(await neighbors(first)).toEqual(['Second', null])
  })

  test('are on the same cloud, of the same kind, and published', async () => {
    const record = await posted('2026-11-02', { clouds: [alpha, beta] })
    await posted('2026-11-03', { title: 'Only beta', clouds: [beta] })
    await posted('2026-11-01', { title: 'Maintenance', kind: 'maintenance', event_type: 'scheduled' })
    await addDraft(database.db, { title: 'Draft', clouds: [alpha], from_time: new Date('2026-11-03') })
    const withdrawn = await posted('2026-11-03', { title: 'Withdrawn' })
    await unpublish(database.db, withdrawn)
    expect(await neighbors(record)).toEqual([null, null])
    expect(await neighbors(record, beta)).toEqual(['Only beta', null])
  })

  test('skip records that redirect', async () => {
    const record = await posted('2026-11-01')
    await posted('2026-11-02', { title: 'Moved', redirect: '/alpha.example/faq' })
    await posted('2026-11-03', { title: 'Next to it' })
    expect(await neighbors(record)).toEqual(['Next to it', null])
  })

  test.skipIf(isShort)('of a notification have its type; for cloud apps also its cloud', async () => {
    const notification = { kind: 'notification', event_type: 'informational' } as const
    const app = { ...notification, notification_type: 'cloud_app' } as const
    const url = { ...notification, notification_type: 'url_change_notification', clouds: [] } as const
    await posted('2026-11-01', { ...url, title: 'URL before' })
    const category = await posted('2026-11-03', url)
    const here = await posted('2026-11-02', { ...app, title: 'App here' })
    const there = await posted('2026-11-04', { ...app, title: 'App there', clouds: [beta] })
    await posted('2026-11-05', { ...app, title: 'App later' })
    expect(await neighbors(category)).toEqual([null, 'URL before'])
    expect(await neighbors(here)).toEqual(['App later', null])
    expect(await neighbors(there)).toEqual([null, null])
  })
})

describe('related records', () => {
  test('share a service or a data center, else a tag; nearest in time first', async () => {
    const record = await posted('2026-11-10', { tags: ['Power'] })
    await posted('2026-11-01', { title: 'Same service, long ago' })
    await posted('2026-11-11', { title: 'Same service, after' })
    await posted('2026-11-10', { title: 'Same tag', tags: ['Power'], isNowhere: true })
    await posted('2026-11-10', { title: 'Nothing in common', tags: ['Mail'], isNowhere: true })
    await posted('2026-11-09', { title: 'An advisory', kind: 'advisory', event_type: 'security_advisory' })
    expect(await relatedTitles(record)).toEqual([
      'Same service, after',
      'An advisory',
      'Same service, long ago',
      'Same tag',
    ])
  })

  test.skipIf(isShort)('are five at most, each with what its line needs', async () => {
    const record = await posted('2026-11-10')
    for (const day of [1, 2, 3, 4, 5, 6]) await posted(`2026-11-0${day}`, { title: `Day ${day}` })
    const { related } = await read(record)
    expect(related.map(({ title }) => title)).toEqual(['Day 6', 'Day 5', 'Day 4', 'Day 3', 'Day 2'])
    expect(related[0]).toEqual({
      id: expect.any(Number),
      title: 'Day 6',
      status: 'In Progress',
      severityId: 20,
      post_type: 'incident',
      from: '2026-11-06T00:00:00.000Z',
    })
  })

  test('are on the same cloud, published, and not redirected', async () => {
    const record = await posted('2026-11-10', { tags: ['Power'], clouds: [alpha, beta] })
    await posted('2026-11-09', { title: 'Only beta', tags: ['Power'], clouds: [beta] })
    await posted('2026-11-09', { title: 'Moved', tags: ['Power'], redirect: '/alpha.example/faq' })
    await addDraft(database.db, { title: 'Draft', tags: ['Power'], clouds: [alpha] })
    expect(await relatedTitles(record)).toEqual([])
    expect(await relatedTitles(record, beta)).toEqual(['Only beta'])
  })

  test.skipIf(isShort)('share something on this cloud: sharing on another cloud does not count', async () => {
    const record = await posted('2026-11-10', { isNowhere: true })
    const other = await posted('2026-11-09', { title: 'Other', isNowhere: true })
    for (const record_id of [record, other]) {
      await database.db
        .insertInto('record_services')
        .values({ record_id, service_tid: beta.service })
        .execute()
      await publish(database.db, record_id)
    }
    expect(await relatedTitles(record)).toEqual([])
  })
})

test('the places of a record on a cloud are only those there', async () => {
  const record = await posted('2026-11-10', { clouds: [alpha, beta] })
  const { services, places_here } = await read(record)
  expect(services).toHaveLength(2)
  expect(places_here).toEqual({
    services: [{ tid: alpha.service, name: 'Alpha Gateway' }],
    datacenters: [{ tid: alpha.dataCenter, name: 'Alpha I' }],
  })
})

test('a post requested without a cloud has no neighbors or related records', async () => {
  const record = await posted('2026-11-10')
  await posted('2026-11-09')
  await hold()
  const { data } = (await site.app.inject(`/api/posts/${record}`)).json()
  expect(data).toMatchObject({
    id: record,
    previous: null,
    next: null,
    related: [],
    places_here: { services: [], datacenters: [] },
  })
})

test('P-04 a missing post is null, without details', async () => {
  const elsewhere = await posted('2026-11-10', { clouds: [beta] })
  await hold()
  for (const id of [elsewhere, 2_000_000_000]) {
    const answer = (await site.app.inject(`/api/posts/${id}?cloud=alpha`)).json()
    // For a post on another cloud, only that cloud is named.
    expect(answer).toEqual(id === elsewhere ? { data: null, elsewhere: ['beta'] } : { data: null })
    const page = await site.app.inject(`/alpha.example/posts/${id}`)
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('No records found.')
  }
})

test('P-04 a post without clouds is not available on any', async () => {
  const id = await posted('2026-11-10', { clouds: [] })
  await hold()
  const page = await site.app.inject(`/alpha.example/posts/${id}`)
  expect(page.statusCode).toBe(404)
  expect(page.body).toContain('Post not available on this cloud.')
})

describe('G-11 a circular redirect', () => {
  test('to the record itself is ignored, however it is written', async () => {
    const id = await posted('2026-11-10')
    const addresses = [
      `/alpha.example/posts/${id}`,
      `/beta.example/posts/${id}`,
      `/posts/${id}`,
      `/posts/${id}?cloud=trust.alpha.example`,
      `/alpha.example/posts/${id}/`,
      `/alpha.example/posts/${id}#update-1`,
    ]
    for (const address of addresses) {
      await redirect(id, address)
      expect([address, ...(await answerOf(`/alpha.example/posts/${id}`))]).toEqual([address, 200, undefined])
    }
  })

  test.skipIf(isShort)('to a notification itself is ignored', async () => {
    const notification = { kind: 'notification', event_type: 'informational' } as const
    const id = await posted('2026-11-10', { ...notification, notification_type: 'advisories' })
    await redirect(id, `/notification/${id}`)
    expect(await answerOf(`/notification/${id}`)).toEqual([200, undefined])
    expect(await answerOf(`/beta.example/notification/${id}`)).toEqual([200, undefined])
  })

  test.skipIf(isShort)(
    'via another record is ignored, and readers from outside the circle still arrive',
    async () => {
      const [one, two, outside] = [
        await posted('2026-11-10'),
        await posted('2026-11-11'),
        await posted('2026-11-12'),
      ]
      await redirect(one, `/posts/${two}`)
      await redirect(two, `/posts/${one}`)
      await redirect(outside, `/alpha.example/posts/${one}`)
      expect(await answerOf(`/alpha.example/posts/${one}`)).toEqual([200, undefined])
      expect(await answerOf(`/alpha.example/posts/${two}`)).toEqual([200, undefined])
      expect(await answerOf(`/alpha.example/posts/${outside}`)).toEqual([302, `/alpha.example/posts/${one}`])
    },
  )

  test('a notification redirects like a post, and only to allowed targets', async () => {
    const notification = { kind: 'notification', event_type: 'informational' } as const
    const id = await posted('2026-11-10', { ...notification, notification_type: 'advisories' })
    await redirect(id, 'https://docs.example/read')
    expect(await answerOf(`/notification/${id}`)).toEqual([302, 'https://docs.example/read'])
    await redirect(id, 'https://evil.example/read')
    expect(await answerOf(`/notification/${id}`)).toEqual([200, undefined])
    expect((await read(id, alpha, 'notification')).redirect).toBeUndefined()
  })
})

type Draft = NonNullable<Parameters<typeof addDraft>[1]>

async function posted(day: string, { isNowhere = false, ...fields }: Draft & { isNowhere?: boolean } = {}) {
  const clouds = fields.clouds ?? [alpha]
  const id = await addDraft(database.db, {
    from_time: new Date(day),
    ...fields,
    clouds: isNowhere ? [] : clouds,
  })
  if (isNowhere) {
    for (const cloud of clouds) {
      await database.db.insertInto('record_clouds').values({ record_id: id, cloud_id: cloud.id }).execute()
    }
  }
  await publish(database.db, id)
  return id
}

async function redirect(id: number, to: string) {
  await database.db.updateTable('records').set({ redirect: to }).where('id', '=', id).execute()
  await publish(database.db, id)
}

async function hold() {
  holder.hold(await loadEdition(database.db))
}

async function read(
  id: number,
  cloud: SmallCloud = alpha,
  section: 'post' | 'notification' = 'post',
): Promise<RecordInPlace> {
  await hold()
  const path =
    section === 'notification'
      ? `/api/notification/${id}/${cloud.machineName}`
      : `/api/posts/${id}?cloud=${cloud.machineName}`
  return (await site.app.inject(path)).json().data
}

async function neighbors(id: number, cloud: SmallCloud = alpha) {
  const kind = await database.db.selectFrom('records').select('kind').where('id', '=', id).executeTakeFirst()
  const { previous, next } = await read(id, cloud, kind?.kind === 'notification' ? 'notification' : 'post')
  return [previous?.title ?? null, next?.title ?? null]
}

async function relatedTitles(id: number, cloud: SmallCloud = alpha) {
  return (await read(id, cloud)).related.map(({ title }) => title)
}

async function answerOf(path: string) {
  await hold()
  const { statusCode, headers } = await site.app.inject(path)
  return [statusCode, headers.location]
}
