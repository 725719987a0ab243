import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweep } from '../../src/accounts/sweep.ts'
import type { Dashboard } from '../../src/contract/admin/dashboard.ts'
import type { RecordWatched } from '../../src/contract/admin/presence.ts'
import type { AdminRecord } from '../../src/contract/admin/record-content.ts'
import type { DB } from '../../src/db/database.ts'
import type { Role } from '../../src/domain/access.ts'
import { IDLE_SIGN_OUT_S } from '../../src/domain/constants.ts'
import { emptyPostMortem } from '../../src/domain/post-mortem.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { subscriber } from '../support/subscriber.ts'

let site: AccountSite
let db: Kysely<DB>
let ada: Awaited<ReturnType<typeof person>>
let ben: Awaited<ReturnType<typeof person>>

beforeAll(async () => {
  site = await accountSite()
  db = site.database.db
  ada = await person('Ada Byron', 'blog_editor')
  ben = await person('Ben Lindqvist', 'trust_admin')
})

afterAll(() => site.stop())

async function person(name: string, role: Role) {
  const staff = await subscriber(site, { roles: [role] })
  await db.updateTable('users').set({ display_name: name }).where('id', '=', staff.uid).execute()
  return staff
}

let tabs = 0
function newTab() {
  return (++tabs).toString(16).padStart(32, '0')
}

type Page = Awaited<ReturnType<typeof pageOf>>

async function pageOf(staff: typeof ada, id: number) {
  const tab = newTab()
  const { version, edition } = await about(staff, id)
  const seen = { tab, version, edition: edition ?? 0, is_posting: false }
  return {
    ask: (of: object = {}) => staff.post(`/api/admin/records/${id}/watch`, { ...seen, ...of }),
    leave: () => staff.post(`/api/admin/records/${id}/leave`, { tab }),
  }
}

async function look(page: Page, of: object = {}): Promise<RecordWatched> {
  const answer = await page.ask(of)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: RecordWatched }>().data
}

async function about(staff: typeof ada, id: number): Promise<AdminRecord> {
  const answer = await site.app.inject({
    url: `/api/admin/records/${id}`,
    headers: { cookie: staff.cookie },
  })
  return answer.json<{ data: AdminRecord }>().data
}

async function incident() {
  const id = await addDraft(db, { from_time: new Date(site.clock.now.getTime() - 3_600_000) })
  await publish(db, id)
  return id
}

function pass(seconds: number) {
  site.clock.now = new Date(site.clock.now.getTime() + seconds * 1000)
}

let keys = 0
const step = () => ({
  body: '<p>Words of staff.</p>',
  notifies: false,
  idempotency_key: `key-of-presence-${++keys}`,
})

test.skipIf(isShort)(
  'Z-07 people at the post-mortem are distinguished from those at the incident, and its version moves',
  async () => {
    const id = await incident()
    await ben.post(`/api/admin/records/${id}/resolve`, step())
    const first = await pageOf(ada, id)
    const second = await pageOf(ben, id)
    await look(second)
    await look(second, { is_post_mortem: true })
    expect(await look(first)).toMatchObject({
      people: [{ name: 'Ben Lindqvist', is_post_mortem: true }],
      post_mortem: 0,
    })
    const content = { ...emptyPostMortem(), what_happened: '<p>A cable was cut.</p>' }
    const saved = await ben.post(`/api/admin/records/${id}/post-mortem/draft`, { version: 0, content })
    expect(saved.statusCode, saved.body).toBe(200)
    expect((await look(first)).post_mortem).toBe(1)
    const published = { version: 1, notifies: false, idempotency_key: `post-mortem-${id}` }
    await ben.post(`/api/admin/records/${id}/post-mortem/publish`, published)
    const { deeds } = await look(first)
    expect(deeds.map(({ action, by, is_you }) => [action, by, is_you])).toEqual([
      ['publish-post-mortem', 'Ben Lindqvist', false],
    ])
  },
)

test('Z-07 two people who have a record open see each other, until one leaves or no longer responds', async () => {
  const id = await incident()
  const first = await pageOf(ada, id)
  const second = await pageOf(ben, id)
  expect((await look(first)).people).toEqual([])
  expect((await look(second)).people).toEqual([
    { name: 'Ada Byron', is_you: false, is_posting: false, is_post_mortem: false },
  ])
  await look(second, { is_posting: true })
  expect((await look(first)).people).toEqual([
    { name: 'Ben Lindqvist', is_you: false, is_posting: true, is_post_mortem: false },
  ])

  expect((await second.leave()).statusCode).toBe(204)
  expect((await look(first)).people).toEqual([])
  await look(second)
  pass(14)
  expect((await look(first)).people).toHaveLength(1)
  pass(2)
  expect((await look(first)).people).toEqual([])

  await look(await pageOf(ada, id))
  await look(await pageOf(ben, await incident()))
  expect((await look(first)).people).toEqual([
    { name: 'Ada Byron', is_you: true, is_posting: false, is_post_mortem: false },
  ])

  pass(3600)
  await sweep(db, site.clock.now)
  expect(await db.selectFrom('record_presence').selectAll().execute()).toEqual([])
})

test('Z-07 a page that belongs to someone else can’t be renewed or ended', async () => {
  const id = await incident()
  const first = await pageOf(ada, id)
  await look(first)
  const tab = tabs.toString(16).padStart(32, '0')
  await ben.post(`/api/admin/records/${id}/leave`, { tab })
  const watcher = await pageOf(ben, id)
  expect((await look(watcher)).people).toHaveLength(1)
  pass(14)
  await ben.post(`/api/admin/records/${id}/watch`, { tab, edition: 0, is_posting: true })
  expect((await look(watcher)).people).toEqual([
    { name: 'Ada Byron', is_you: false, is_posting: false, is_post_mortem: false },
  ])
  pass(2)
  expect((await look(watcher)).people).toEqual([])
})

test('Z-07 a page learns what a colleague published, saved or discarded since, with name and time', async () => {
  const id = await incident()
  const first = await pageOf(ada, id)
  const { edition, version, deeds } = await look(first)
  expect(deeds).toEqual([])
  expect((await ben.post(`/api/admin/records/${id}/resolve`, step())).statusCode).toBe(200)
  const resolvedAt = site.clock.now.toISOString()
  pass(20)
  const moved = await look(first)
  expect(moved.edition).toBeGreaterThan(edition ?? 0)
  expect(moved.deeds).toEqual([
    {
      action: 'resolve',
      at: resolvedAt,
      by: 'Ben Lindqvist',
      is_person: true,
      is_you: false,
      edition: moved.edition,
    },
  ])
  const current = await pageOf(ada, id)
  expect((await look(current)).deeds).toEqual([])

  // A draft: the audit log has one entry for ten minutes of typing, the draft the latest time.
  const read = await about(ben, id)
  const save = (version: number, title: string) =>
    ben.post(`/api/admin/records/${id}/draft`, { version, content: { ...read.content, title } })
  expect((await save(read.version, 'Mail is late')).statusCode).toBe(200)
  pass(60)
  expect((await save(read.version + 1, 'Mail is very late')).statusCode).toBe(200)
  const saved = await look(current)
  expect(saved.version).toBeGreaterThan(version)
  expect(saved.deeds).toMatchObject([
    { action: 'save-draft', by: 'Ben Lindqvist', at: site.clock.now.toISOString(), edition: null },
  ])
  // Dialogs that only post don't care about drafts.
  expect((await look(current, { version: undefined })).deeds).toEqual([])

  const draft = await addDraft(db, {})
  const watcher = await pageOf(ada, draft)
  const { version: ofDraft } = await about(ben, draft)
  await ben.post(`/api/admin/records/${draft}/discard`, { version: ofDraft })
  pass(5)
  const gone = await watcher.ask()
  expect(gone.statusCode).toBe(404)
  expect(gone.json().message).toBe('Ben Lindqvist discarded this 5 seconds ago.')
})

test('Z-01, Z-07 the dashboard says who has which record open, and what colleagues just published', async () => {
  const id = await incident()
  pass(700)
  await look(await pageOf(ben, id), { is_posting: true })
  await look(await pageOf(ada, id))
  await ben.post(`/api/admin/records/${id}/resolve`, step())
  await ada.post(`/api/admin/records/${id}/reopen`, step())
  pass(8)
  const dashboard = async (staff: typeof ada) => {
    const answer = await site.app.inject({ url: '/api/admin/dashboard', headers: { cookie: staff.cookie } })
    return answer.json<{ data: Dashboard }>().data
  }
  expect(await dashboard(ada)).toMatchObject({
    present: [{ record: id, people: [{ name: 'Ben Lindqvist', is_posting: true }] }],
    latest: [{ record: id, title: 'Traffic is slow', deed: { action: 'resolve', by: 'Ben Lindqvist' } }],
  })
  expect((await dashboard(ben)).latest).toMatchObject([{ record: id, deed: { action: 'reopen' } }])
  pass(700)
  expect(await dashboard(ada)).toMatchObject({ present: [], latest: [] })
})

test('A-15, A-20 watching is for staff only, doesn’t count as activity, and ends with the session', async () => {
  const id = await incident()
  const body = { tab: newTab(), edition: 0, is_posting: false }
  const url = `/api/admin/records/${id}/watch`
  const reader = await subscriber(site)
  expect((await reader.post(url, body)).statusCode).toBe(403)
  expect((await site.app.inject({ method: 'POST', url, payload: body })).statusCode).toBe(401)

  const cleo = await person('Cleo', 'blog_editor')
  const seenAt = () =>
    db.selectFrom('sessions').where('user_id', '=', cleo.uid).select('last_seen_at').executeTakeFirstOrThrow()
  const before = await seenAt()
  for (let rounds = 0; rounds < 3; rounds++) {
    pass(60)
    expect((await cleo.post(url, body)).statusCode).toBe(200)
  }
  expect(await seenAt()).toEqual(before)
  pass(IDLE_SIGN_OUT_S)
  expect((await cleo.post(url, body)).statusCode).toBe(401)
})
