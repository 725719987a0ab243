import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Dashboard } from '../../src/contract/admin/dashboard.ts'
import type { DB } from '../../src/db/database.ts'
import type { Role } from '../../src/domain/access.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { publishIncident } from '../support/demo-cloud.ts'
import { STATUS, typeDraft } from '../support/life.ts'
import { publish } from '../support/publish.ts'
import { addDraft, addSmallSite, type SmallCloud } from '../support/small-site.ts'
import { subscriber } from '../support/subscriber.ts'
import { mailChannelOf } from '../support/user-channels.ts'

let site: AccountSite
let db: Kysely<DB>
let cloud: SmallCloud

beforeAll(async () => {
  site = await accountSite({ isEmpty: true })
  db = site.database.db
  cloud = (await addSmallSite(db)).alpha
})

afterAll(() => site.stop())

beforeEach(async () => {
  await db
    .updateTable('records')
    .set({ closed_on: new Date(), version: 2 })
    .where('state', '=', 'published')
    .execute()
  await db.deleteFrom('record_drafts').execute()
})

async function dashboard(role: Role = 'blog_editor'): Promise<Dashboard> {
  const { cookie } = await subscriber(site, { roles: [role] })
  const answer = await site.app.inject({ url: '/api/admin/dashboard', headers: { cookie } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Dashboard }>().data
}

function hours(count: number) {
  return new Date(site.clock.now.getTime() + count * 3_600_000)
}

async function open(of: Parameters<typeof addDraft>[1]): Promise<number> {
  const id = await addDraft(db, { clouds: [cloud], ...of })
  await publish(db, id)
  return id
}

describe('Z-01 open incidents', () => {
  test('are sorted by severity, then age, with the promised next update', async () => {
    const young = await open({ severity_tid: 19, from_time: hours(-1) })
    const old = await open({ severity_tid: 19, from_time: hours(-5), next_update: hours(-1) })
    const grave = await open({ severity_tid: 20, from_time: hours(-2) })
    const closed = await open({ from_time: hours(-3), closed_on: hours(-2), status_id: STATUS.resolved })
    const { open_incidents, now } = await dashboard()
    expect(open_incidents.map(({ id }) => id)).toEqual([grave, old, young])
    expect(open_incidents.map(({ id }) => id)).not.toContain(closed)
    expect(open_incidents[1]).toMatchObject({
      title: 'Traffic is slow',
      severity_tid: 19,
      clouds: [cloud.id],
      from_time: hours(-5).toISOString(),
      next_update: hours(-1).toISOString(),
      has_draft: false,
      can_edit: true,
    })
    expect(now).toBe(site.clock.now.toISOString())
  })

  test.skipIf(isShort)(
    'maintenance in progress comes before the next two weeks, and nothing later',
    async () => {
      const plan = { kind: 'maintenance', event_type: 'scheduled', severity_tid: 1356 } as const
      const ahead = { ...plan, status_id: STATUS.scheduled }
      const second = await open({ ...ahead, from_time: hours(24 * 13), to_time: hours(24 * 13 + 2) })
      const first = await open({ ...ahead, from_time: hours(3), to_time: hours(5) })
      const underWay = await open({
        ...plan,
        status_id: STATUS.inProgress,
        from_time: hours(-30),
        to_time: hours(1),
      })
      await open({ ...ahead, from_time: hours(24 * 15), to_time: hours(24 * 16) })
      await open({ ...plan, status_id: STATUS.postponed, from_time: hours(4), closed_on: hours(-1) })
      const { maintenance, maintenance_until } = await dashboard()
      expect(maintenance.map(({ id }) => id)).toEqual([underWay, first, second])
      expect(maintenance_until).toBe(hours(24 * 14).toISOString())
    },
  )
})

describe('Z-01 waiting work', () => {
  test('scheduled records, the next first', async () => {
    await db.updateTable('records').set({ state: 'draft' }).where('state', '=', 'scheduled').execute()
    const later = await addDraft(db, { state: 'scheduled', publish_at: hours(5) })
    const next = await addDraft(db, { state: 'scheduled', publish_at: hours(1) })
    expect((await dashboard()).scheduled.map(({ id }) => id)).toEqual([next, later])
  })

  test('drafts and changes of published records, newest first, at most twenty, with their authors', async () => {
    const { uid } = await subscriber(site, { roles: ['blog_editor'] })
    await db.updateTable('users').set({ display_name: 'Ada Editor' }).where('id', '=', uid).execute()
    const published = await open({ from_time: hours(-1) })
    await typeDraft(db, published, { title: 'Changed' })
    await db
      .updateTable('record_drafts')
      .set({ saved_at: hours(2), saved_by: uid })
      .execute()
    for (let count = 0; count < 22; count++) await addDraft(db, { updated_on: hours(1) })
    const { drafts } = await dashboard()
    expect(drafts).toHaveLength(20)
    expect(drafts[0]).toMatchObject({
      record: { id: published, title: 'Traffic is slow', state: 'published', has_draft: true },
      saved_at: hours(2).toISOString(),
      saved_by: { uid, name: 'Ada Editor' },
    })
    expect(drafts[1]).toMatchObject({ record: { state: 'draft', has_draft: false }, saved_by: null })
  })
})

describe('Z-01 deliveries', () => {
  test('are counted, with the newest publications that notified anyone', async () => {
    await db.deleteFrom('deliveries').execute()
    const publication = await publishIncident(db, cloud)
    const states = ['due', 'leased', 'sent', 'sent', 'sent', 'dead'] as const
    for (const state of states) {
      const { uid } = await subscriber(site)
      await db
        .insertInto('deliveries')
        .values({
          publication_id: publication,
          channel_id: await mailChannelOf(db, uid),
          user_id: uid,
          kind: 'email',
          lane: 'mail',
          priority: 0,
          state,
          sent_at: state === 'sent' ? site.clock.now : null,
          due_at: hours(-1),
          created_at: site.clock.now,
        })
        .execute()
    }
    const { deliveries } = await dashboard()
    expect(deliveries).toMatchObject({
      under_way: 2,
      oldest_due_at: hours(-1).toISOString(),
      failed: 1,
      sent_last_day: 3,
    })
    expect(deliveries?.latest[0]).toEqual({
      publication,
      record: expect.any(Number),
      title: 'Traffic is slow',
      news: 'New incident',
      published_at: expect.stringMatching(/Z$/),
      waiting: 2,
      sent: 3,
      dead: 1,
    })
    expect(deliveries?.latest.length).toBeLessThanOrEqual(5)
  })

  test('Z-05 are for those who may see deliveries; the rest is for all staff', async () => {
    expect((await dashboard('customer_success_manager')).deliveries).not.toBeNull()
    expect((await dashboard('url_editor')).deliveries).toBeNull()
    const stranger = await subscriber(site)
    const answer = await site.app.inject({
      url: '/api/admin/dashboard',
      headers: { cookie: stranger.cookie },
    })
    expect(answer.statusCode).toBe(403)
  })

  test('Z-05 everyone sees what they may change', async () => {
    await open({ from_time: hours(-1) })
    const incident = async (role: Role) => (await dashboard(role)).open_incidents[0]?.can_edit
    expect([await incident('blog_editor'), await incident('url_editor')]).toEqual([true, false])
  })
})
