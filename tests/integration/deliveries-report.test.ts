import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeadDelivery, SentPublication } from '../../src/contract/deliveries.ts'
import type { Role } from '../../src/domain/access.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud, publishIncident } from '../support/demo-cloud.ts'
import { makeAccount } from '../support/make-account.ts'
import { publish } from '../support/publish.ts'
import { addDraft, type SmallCloud } from '../support/small-site.ts'
import { CLOUD, subscriber } from '../support/subscriber.ts'
import { addWebhook, mailChannelOf } from '../support/user-channels.ts'

type State = 'due' | 'leased' | 'sent' | 'suppressed' | 'dead'

let site: AccountSite
let cloud: SmallCloud
let staff: Awaited<ReturnType<typeof subscriber>>
let publicationId: number

beforeAll(async () => {
  site = await accountSite()
  cloud = await demoCloud(site.database.db, CLOUD)
})

afterAll(() => site.stop())

beforeEach(async () => {
  staff = await subscriber(site, { roles: ['trust_admin'] })
  publicationId = await publishIncident(site.database.db, cloud)
})

describe('delivery progress', () => {
  test('lists the latest publications, newest first', async () => {
    const [first] = await list()
    expect(first).toEqual({
      publication: publicationId,
      record: expect.any(Number),
      title: 'Traffic is slow',
      path: expect.stringMatching(/^\/northwall\.net\/posts\/\d+$/),
      step: 'opened',
      news: 'New incident',
      words: expect.any(String),
      is_urgent: false,
      published_at: expect.stringMatching(/Z$/),
      expanded_at: null,
      results: [],
    })
    const newer = await publishIncident(site.database.db, cloud)
    const ids = (await list()).map(({ publication }) => publication)
    expect(ids.slice(0, 2)).toEqual([newer, publicationId])
    expect(ids.length).toBeLessThanOrEqual(20)
  })

  test('counts by channel and outcome', async () => {
    for (const state of ['due', 'leased', 'sent', 'sent', 'sent', 'suppressed', 'dead'] as const) {
      await addDelivery({ state })
    }
    await addDelivery({ state: 'dead', kind: 'webhook' })
    await expand()
    const sending = await one()
    expect(sending.results).toEqual([
      { kind: 'email', waiting: 2, sent: 3, suppressed: 1, dead: 1 },
      { kind: 'webhook', waiting: 0, sent: 0, suppressed: 0, dead: 1 },
    ])
    expect(sending.expanded_at).not.toBeNull()
    expect((await list())[0]).toEqual(sending)
  })

  test('follows every change of the deliveries', async () => {
    const rows = await Promise.all(Array.from({ length: 6 }, () => addDelivery({ state: 'due' })))
    const [gone, forgotten, ...others] = rows
    await settle([forgotten?.id, ...others.map(({ id }) => id)], 'sent')
    expect((await one()).results).toEqual([{ kind: 'email', waiting: 1, sent: 5, suppressed: 0, dead: 0 }])
    // A deleted account is no longer counted as waiting; sent messages stay counted after their rows are purged.
    await site.database.db
      .deleteFrom('users')
      .where('id', '=', gone?.userId ?? 0)
      .execute()
    await site.database.db
      .deleteFrom('deliveries')
      .where('id', '=', forgotten?.id ?? 0)
      .execute()
    expect((await one()).results).toEqual([{ kind: 'email', waiting: 0, sent: 5, suppressed: 0, dead: 0 }])
  })

  test('gives 404 for a publication that notified no one', async () => {
    const recordId = await addDraft(site.database.db, { clouds: [cloud] })
    await publish(site.database.db, recordId, { notifies: false })
    const { id } = await site.database.db
      .selectFrom('publications')
      .where('record_id', '=', recordId)
      .select('id')
      .executeTakeFirstOrThrow()
    expect((await get(`/api/admin/deliveries/publications/${id}`)).statusCode).toBe(404)
    expect((await list()).map(({ publication }) => publication)).not.toContain(id)
    expect((await get('/api/admin/deliveries/publications/9000000000000000')).statusCode).toBe(404)
  })
})

describe('failed messages', () => {
  beforeEach(() => site.database.db.deleteFrom('deliveries').execute())

  test('are paged newest first, with the reason and without addresses', async () => {
    for (let minute = 0; minute < 23; minute++) {
      await addDelivery({
        state: 'dead',
        reason: `http-50${minute % 4}`,
        at: new Date(1_800_000_000_000 + minute * 60_000),
      })
    }
    await addDelivery({ state: 'sent' })
    const answer = await get('/api/admin/deliveries/dead')
    const first = answer.json<{ data: DeadDelivery[]; total: number }>()
    const second = (await get('/api/admin/deliveries/dead?page=2')).json<{
      data: DeadDelivery[]
      total: number
    }>()
    expect([first.data.length, second.data.length, first.total, second.total]).toEqual([10, 3, 23, 23])
    const times = [...first.data, ...second.data].map(({ created_at }) => created_at)
    expect(times).toEqual([...times].sort().reverse())
    expect(first.data[0]).toEqual({
      id: expect.any(Number),
      publication: publicationId,
      title: 'Traffic is slow',
      kind: 'email',
      uid: expect.any(Number),
      attempts: 7,
      reason: 'http-502',
      created_at: '2027-01-15T08:22:00.000Z',
    })
    expect(answer.body).not.toContain('@')
  })

  test('are retried from scratch, with an audit entry', async () => {
    const dead = await addDelivery({ state: 'dead', reason: 'http-500' })
    const other = await addDelivery({ state: 'dead' })
    const sent = await addDelivery({ state: 'sent' })
    expect(await retry({ ids: [dead.id, sent.id, 2_000_000_000] })).toEqual({ retried: 1 })
    expect(await rowOf(dead.id)).toEqual({
      state: 'due',
      attempts: 0,
      fence: 4,
      last_error: null,
      due_at: expect.toSatisfy(isAboutNow),
      created_at: expect.toSatisfy(isAboutNow),
    })
    expect(await rowOf(sent.id)).toMatchObject({ state: 'sent', attempts: 7 })
    expect(await rowOf(other.id)).toMatchObject({ state: 'dead', attempts: 7 })
    expect(await auditOf(publicationId)).toEqual([
      { actor: 'trust_admin', action: 'retry-deliveries', before: null, after: { deliveries: 1 } },
    ])
    expect((await one()).results).toEqual([{ kind: 'email', waiting: 1, sent: 1, suppressed: 0, dead: 1 }])
  })

  test('are retried for one whole publication, and no other', async () => {
    await addDelivery({ state: 'dead' })
    await addDelivery({ state: 'dead', kind: 'webhook' })
    const elsewhere = await publishIncident(site.database.db, cloud)
    const kept = await addDelivery({ state: 'dead', publication: elsewhere })
    expect(await retry({ publication: publicationId })).toEqual({ retried: 2 })
    expect(await retry({ publication: publicationId })).toEqual({ retried: 0 })
    expect(await rowOf(kept.id)).toMatchObject({ state: 'dead' })
    expect(await auditOf(publicationId)).toHaveLength(1)
    expect(await auditOf(elsewhere)).toEqual([])
  })

  test('are selected one by one or by publication', async () => {
    for (const wrong of [{}, { ids: [1], publication: publicationId }]) {
      expect((await staff.post('/api/admin/deliveries/retry', wrong)).statusCode).toBe(422)
    }
    for (const unread of [{ ids: [] }, { ids: ['1'] }, { publication: 0 }, { publication: 1.5 }]) {
      expect((await staff.post('/api/admin/deliveries/retry', unread)).statusCode).toBe(400)
    }
  })

  test.each<[Role, number, number]>([
    ['administrator', 200, 200],
    ['blog_editor', 200, 403],
    ['customer_success_manager', 200, 403],
    ['legal_team', 403, 403],
  ])('are seen and retried by those who may: %s', async (role, seen, retried) => {
    const person = await subscriber(site, { roles: [role] })
    const { cookie } = person
    expect(
      (await site.app.inject({ url: '/api/admin/deliveries/dead', headers: { cookie } })).statusCode,
    ).toBe(seen)
    const asked = { publication: publicationId }
    expect((await person.post('/api/admin/deliveries/retry', asked)).statusCode).toBe(retried)
  })
})

function get(url: string) {
  return site.app.inject({ url, headers: { cookie: staff.cookie } })
}

async function list() {
  return (await get('/api/admin/deliveries')).json<{ data: SentPublication[] }>().data
}

async function one() {
  const answer = await get(`/api/admin/deliveries/publications/${publicationId}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: SentPublication }>().data
}

async function retry(asked: { ids?: number[]; publication?: number }) {
  const answer = await staff.post('/api/admin/deliveries/retry', asked)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: { retried: number } }>().data
}

async function addDelivery(of: {
  state: State
  kind?: 'email' | 'webhook'
  reason?: string
  at?: Date
  publication?: number
}) {
  const { db } = site.database
  const { uid: userId } = await makeAccount(db)
  const { kind = 'email', state } = of
  const { id } = await db
    .insertInto('deliveries')
    .values({
      publication_id: of.publication ?? publicationId,
      user_id: userId,
      channel_id: kind === 'email' ? await mailChannelOf(db, userId) : await addWebhook(db, userId),
      kind,
      lane: kind === 'email' ? 'mail' : 'http',
      priority: 1,
      state,
      due_at: new Date(0),
      sent_at: state === 'sent' ? new Date() : null,
      attempts: 7,
      fence: 3,
      last_error: of.reason ?? null,
      ...(of.at !== undefined && { created_at: of.at }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, userId }
}

async function settle(ids: readonly (number | undefined)[], state: State) {
  await site.database.db
    .updateTable('deliveries')
    .set({ state, sent_at: new Date() })
    .where(
      'id',
      'in',
      ids.filter((id) => id !== undefined),
    )
    .execute()
}

async function expand() {
  await site.database.db
    .updateTable('publications')
    .set({ expanded_at: new Date() })
    .where('id', '=', publicationId)
    .execute()
}

function rowOf(id: number) {
  return site.database.db
    .selectFrom('deliveries')
    .where('id', '=', id)
    .select(['state', 'attempts', 'fence', 'last_error', 'due_at', 'created_at'])
    .executeTakeFirstOrThrow()
}

function auditOf(publication: number) {
  return site.database.db
    .selectFrom('audit_log')
    .where('entity', '=', 'publication')
    .where('entity_id', '=', String(publication))
    .where('action', '=', sql<string>`'retry-deliveries'`)
    .select(['actor', 'action', 'before', 'after'])
    .orderBy('id')
    .execute()
}

/** By the database clock, which moves on during a statement. */
function isAboutNow(at: Date) {
  return Math.abs(at.getTime() - site.clock.now.getTime()) < 60_000
}
