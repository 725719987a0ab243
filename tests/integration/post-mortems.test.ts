import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dashboard } from '../../src/contract/admin/dashboard.ts'
import type { AdminPostMortem } from '../../src/contract/admin/post-mortems.ts'
import type { PostRecord } from '../../src/contract/records.ts'
import { nothingMore, raiseEdition } from '../../src/db/edition.ts'
import { findPublications } from '../../src/db/publications.ts'
import { matchingSubscriptions } from '../../src/db/recipients.ts'
import { newsText } from '../../src/delivery/email/news.ts'
import { postUrl } from '../../src/delivery/http/http-notification.ts'
import { threadSubject } from '../../src/domain/notifying/publication-words.ts'
import { businessDaysAfter, type PostMortemContent } from '../../src/domain/post-mortem.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time.ts'
import { isShort } from '../size.ts'
import { type AutomationSite, automationSite, type Program } from '../support/automation-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { publicationsOf } from '../support/life.ts'
import { auditOf, incidentOn, newsroomStaff, publicText, type Staff } from '../support/newsroom.ts'
import { addSubscriber, type SmallCloud } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'

let site: AutomationSite
let cloud: SmallCloud
let staff: Staff
let program: Program

beforeAll(async () => {
  site = await automationSite()
  cloud = await demoCloud(site.database.db, CLOUD)
  staff = await newsroomStaff(site)
  program = await site.program()
})

afterAll(() => site.stop())

const WORDS: PostMortemContent = {
  what_happened: '<p>A certificate expired.</p>',
  impact: '<p>No one could sign in for 42 minutes.</p>',
  why: '<p>Its renewal failed silently.</p>',
  what_we_do: '<p>We watch renewals.</p>',
  actions: [
    { words: 'Alert before expiry', state: 'done', due_on: null, done_on: '2026-11-10' },
    { words: 'Renew twice as early', state: 'planned', due_on: '2026-12-01', done_on: null },
  ],
}

const CAUSE = '<p>Cause-0815</p>'

function pass(minutes: number) {
  site.clock.now = new Date(site.clock.now.getTime() + minutes * MINUTE_MS)
}

async function open(fields: object = {}): Promise<number> {
  pass(1)
  const from_time = new Date(site.clock.now.getTime() - 60 * MINUTE_MS).toISOString()
  const { id, version } = await staff.create(incidentOn(cloud, { from_time, ...fields }))
  await staff.published(id, version)
  return id
}

function step(of: object = {}) {
  return { body: '<p>News.</p>', notifies: true, idempotency_key: randomUUID(), ...of }
}

async function resolved(of: object = {}): Promise<number> {
  const id = await open()
  pass(1)
  await staff.done(`/api/admin/records/${id}/resolve`, step(of))
  return id
}

const path = (id: number, verb = '') => `/api/admin/records/${id}/post-mortem${verb === '' ? '' : `/${verb}`}`

async function about(id: number, by = staff): Promise<AdminPostMortem> {
  const answer = await by.get(path(id))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: AdminPostMortem }>().data
}

async function saved(id: number, content: PostMortemContent, by = staff): Promise<number> {
  const { version } = await about(id, by)
  const answer = await by.post(path(id, 'draft'), { version, content })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: { version: number } }>().data.version
}

function publish(id: number, version: number, of: object = {}) {
  const body = { version, notifies: true, idempotency_key: randomUUID(), ...of }
  return staff.post(path(id, 'publish'), body)
}

async function published(content = WORDS): Promise<number> {
  const id = await resolved()
  const answer = await publish(id, await saved(id, content))
  expect(answer.statusCode, answer.body).toBe(200)
  return id
}

async function readByPublic(id: number): Promise<PostRecord> {
  const answer = await site.publicly(`/api/posts/${id}?cloud=${CLOUD}`)
  return answer.json<{ data: PostRecord }>().data
}

describe('a post-mortem', () => {
  test('is a section of its own on the page, in the history, in lists and feeds', async () => {
    const id = await published()
    const { post_mortem, changes } = await readByPublic(id)
    const at = site.clock.now.toISOString()
    expect(post_mortem).toEqual({ ...WORDS, published_on: at, updated_on: null })
    expect(changes).toEqual([{ at, kind: 'post_mortem', update_id: null, text: 'Post-mortem published' }])

    const page = (await site.app.inject(`/${cloud.domain}/posts/${id}`)).body
    expect(page).toContain('id="post-mortem"')
    for (const words of ['Why it happened', 'Its renewal failed silently.', 'Planned, due on 01 Dec 2026'])
      expect(page).toContain(words)
    const list = (await site.app.inject(`/${cloud.domain}/incidents`)).body
    expect(list).toContain(`/posts/${id}#post-mortem`)

    const feed = (await site.app.inject(`/rss-feed/incidents?cloud=${CLOUD}&format=json`)).json()
    const entry = feed.items.find(({ url }: { url: string }) => url.endsWith(`/posts/${id}`))
    expect(entry.content_html).toContain('<h2>Post-mortem</h2>')
    expect(entry.date_modified).toBe(at)
    const updates = (
      await site.app.inject(`/rss-feed/incidents?cloud=${CLOUD}&format=json&items=updates`)
    ).json()
    expect(updates.items[0]).toMatchObject({ title: 'Post-mortem: Sign-in is slow', date_published: at })
    expect(updates.items[0].url).toMatch(/#post-mortem$/)

    const { incidents } = (await site.app.inject(`/${cloud.domain}/api/v2/incidents.json`)).json()
    const theirs = incidents.find((each: { id: string }) => each.id === String(id))
    expect(theirs.status).toBe('postmortem')
    expect(theirs.incident_updates[0]).toMatchObject({
      status: 'postmortem',
      body: expect.stringContaining('A certificate expired.'),
    })
  })

  test('is sent to everyone who was notified of the incident, with its own subject', async () => {
    const { db } = site.database
    const id = await open({ services: [cloud.service], data_centers: [cloud.dataCenter] })
    pass(1)
    await staff.done(`/api/admin/records/${id}/updates`, step({ remove_services: [cloud.service] }))
    await staff.done(`/api/admin/records/${id}/resolve`, step())
    await publish(id, await saved(id, WORDS))
    const row = (await publicationsOf(db, id)).at(-1)
    expect(row).toMatchObject({
      step: 'post_mortem',
      notifies: true,
      data_center_tids: [cloud.dataCenter],
    })
    const userId = await addSubscriber(db, [{ scope: 'service', cloud_id: cloud.id, tid: cloud.service }])
    const channel = db.selectFrom('channels').where('user_id', '=', userId).select('id')
    const { id: channelId } = await channel.executeTakeFirstOrThrow()
    expect(await matchingSubscriptions(db, { channelId, publicationId: Number(row?.id) })).toHaveLength(1)
    const [publication] = await findPublications(db, [Number(row?.id)])
    if (publication === undefined) throw new Error('The publication is missing.')
    expect(threadSubject(publication, null)).toBe('Post-mortem: Sign-in is slow')
    const text = newsText(publication, 'https://x.example')
    expect(text).toContain('Its renewal failed silently.')
    expect(text).toContain('Done on 10 Nov 2026: Alert before expiry')
    const context = { publication, because: null, zone: 'UTC', publicUrl: 'https://x.example' }
    expect(postUrl(context)).toBe(`https://x.example/${cloud.domain}/posts/${id}#post-mortem`)

    // It doesn't change what is true of the incident.
    pass(1)
    await staff.done(`/api/admin/records/${id}/reopen`, step())
    expect((await readByPublic(id)).changes?.map(({ kind }) => kind)).toEqual([
      'no_longer_affected',
      'post_mortem',
    ])
  })

  test('stays a draft until it is published once, and its draft is nowhere public; both are in the audit log', async () => {
    const id = await resolved()
    await saved(id, { ...WORDS, why: '<p>Secret-cause-4711</p>' })
    expect((await publicText(site, { id, cloud })).includes('Secret-cause-4711')).toBe(false)
    expect((await readByPublic(id)).post_mortem).toBeUndefined()

    const key = { idempotency_key: randomUUID() }
    const version = await saved(id, WORDS)
    const answers = [await publish(id, version, key), await publish(id, version, key)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await site.publications(id)).filter(({ step }) => step === 'post_mortem')).toHaveLength(1)
    const audit = await auditOf(site, id)
    expect(audit.slice(-2).map(({ action }) => action)).toEqual(['save-post-mortem', 'publish-post-mortem'])
    expect(audit.at(-1)?.after).toMatchObject({ 'post_mortem.why': WORDS.why })
    expect((await about(id)).history.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['publish-post-mortem', 'save-post-mortem']),
    )
  })

  test.skipIf(isShort)('can be changed later without notifying anyone, and says when', async () => {
    const id = await published()
    const first = site.clock.now.toISOString()
    pass(60)
    const [done, planned] = WORDS.actions
    if (done === undefined || planned === undefined) throw new Error('There are two actions.')
    const actions = [done, { ...planned, state: 'done' as const }]
    await publish(id, await saved(id, { ...WORDS, actions }), { notifies: false })
    const { post_mortem } = await readByPublic(id)
    expect(post_mortem).toMatchObject({ published_on: first, updated_on: site.clock.now.toISOString() })
    expect(post_mortem?.actions[1]).toMatchObject({
      state: 'done',
      done_on: site.clock.now.toISOString().slice(0, 10),
    })
    expect((await site.publications(id)).at(-1)).toEqual({ step: 'post_mortem', notifies: false })
  })

  test.skipIf(isShort)('stays when the incident is reopened; a new one waits for the end', async () => {
    const id = await published()
    pass(1)
    await staff.done(`/api/admin/records/${id}/reopen`, step())
    const { incidents } = (await site.publicly(`/${cloud.domain}/api/v2/incidents.json`)).json()
    const theirs = incidents.find((each: { id: string }) => each.id === String(id))
    const statuses = theirs.incident_updates.map(({ status }: { status: string }) => status)
    expect(statuses.indexOf('postmortem')).toBe(1)
    const version = await saved(id, { ...WORDS, why: '<p>Another cause.</p>' })
    const refused = await publish(id, version)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toContain('Resolve it first')
  })

  test('goes with its incident when that is withdrawn, and comes back with it unless it is to stay off the site', async () => {
    const id = await published({ ...WORDS, why: CAUSE })
    await staff.done(`/api/admin/records/${id}/unpublish`, { reason: 'Not ours' })
    expect((await publicText(site, { id, cloud })).includes('Cause-0815')).toBe(false)
    expect(await about(id)).toMatchObject({ published: null, is_hidden: true, content: { why: CAUSE } })
    const { data } = (await program.ask(`/records/${id}`)).json()
    expect(data.post_mortem).toMatchObject({ is_published: false, published_at: null })
    const { version } = await staff.read(id)
    await staff.published(id, version)
    expect((await readByPublic(id)).post_mortem?.why).toBe(CAUSE)

    // Its republication can be declined.
    pass(1)
    await staff.done(`/api/admin/records/${id}/unpublish`, { reason: 'Not ours' })
    const answer = await staff.post(path(id, 'withdraw'), { version: (await about(id)).version })
    expect(answer.statusCode, answer.body).toBe(200)
    const content = { ...WORDS, why: CAUSE }
    expect(answer.json().data).toMatchObject({ is_hidden: false, has_draft: true, content })
    await staff.published(id, (await staff.read(id)).version)
    expect((await readByPublic(id)).post_mortem).toBeUndefined()
    expect((await auditOf(site, id)).map(({ action }) => action).slice(-2)).toEqual([
      'withdraw-post-mortem',
      'publish',
    ])
  })

  test.skipIf(isShort)('that was sent and taken off the site isn’t sent again by default', async () => {
    const id = await published()
    const notifiesByDefault = async () => {
      await staff.post(path(id, 'withdraw'), { version: (await about(id)).version })
      const { version, was_told } = await about(id)
      const publishing = `/incidents/${id}/post-mortem/publish`
      const answer = await program.ask(publishing, { method: 'POST', body: { version } })
      expect(answer.statusCode, answer.body).toBe(200)
      return [was_told, (await site.publications(id)).at(-1)?.notifies]
    }
    // Taken off before anyone could read it.
    expect(await notifiesByDefault()).toEqual([false, true])
    await site.database.db
      .updateTable('publications')
      .set({ expanded_at: site.clock.now })
      .where('record_id', '=', id)
      .where('withdrawn_at', 'is', null)
      .execute()
    pass(1)
    expect(await notifiesByDefault()).toEqual([true, false])
  })

  test('can be taken off the site; its words become the draft again', async () => {
    const id = await published()
    const { version } = await about(id)
    const answer = await staff.post(path(id, 'withdraw'), { version })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await about(id)).toMatchObject({ published: null, has_draft: true, content: WORDS })
    expect((await readByPublic(id)).post_mortem).toBeUndefined()
    const publication = (await publicationsOf(site.database.db, id)).find(
      ({ step }) => step === 'post_mortem',
    )
    expect(publication?.withdrawn_at).not.toBe(null)
  })
})

describe('writing it', () => {
  test('two editors don’t overwrite each other: the second sees who was first', async () => {
    const id = await resolved()
    const colleague = await newsroomStaff(site)
    const { version } = await about(id)
    await saved(id, WORDS, colleague)
    pass(1)
    const refused = await staff.post(path(id, 'draft'), {
      version,
      content: { ...WORDS, why: '<p>Mine</p>' },
    })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toMatch(/changed this post-mortem 1 minute ago/)
    expect((await about(id)).content.why).toBe(WORDS.why)
  })

  test('needs a closed incident, and no other record has one', async () => {
    const id = await open()
    expect((await staff.post(path(id, 'draft'), { version: 0, content: WORDS })).statusCode).toBe(409)
    const { id: work } = await staff.create({ ...incidentOn(cloud), kind: 'maintenance' })
    expect((await staff.get(path(work))).statusCode).toBe(404)
  })

  test('refuses placeholders of the template and an empty text, and keeps unsafe HTML out', async () => {
    const id = await resolved()
    const version = await saved(id, {
      ...WORDS,
      what_happened: '',
      impact: '<p>{{who_was_affected}}</p>',
      why: '<p>Disk<script>alert(1)</script></p>',
    })
    const refused = await publish(id, version)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toEqual({
      what_happened: 'Please say what happened.',
      impact: '{{who_was_affected}} still needs to be filled in.',
    })
    expect((await about(id)).content.why).toBe('<p>Disk</p>')
  })

  test.skipIf(isShort)('a preview shows the words, stores nothing and waits for no publication', async () => {
    const id = await resolved()
    await site.database.db.transaction().execute(async (trx) => {
      await raiseEdition(trx, { at: site.clock.now, changes: 'records' }, nothingMore)
      for (const view of ['page', 'mail']) {
        const answer = await staff.post(path(id, 'preview'), { content: WORDS, view })
        expect(answer.statusCode, answer.body).toBe(200)
        expect(answer.json().data.html).toContain('Its renewal failed silently.')
      }
    })
    expect(await about(id)).toMatchObject({ version: 0, has_draft: false, published: null })
  })
})

describe('when it is due', () => {
  test('is decided when the incident is resolved, and the dashboard says so until it is published', async () => {
    const due_on = businessDaysAfter(site.clock.now, 5)
    const id = await resolved({ post_mortem: { due_on, is_waived: false } })
    const dueNow = async () => {
      const { data } = (await staff.get('/api/admin/dashboard')).json()
      return data.post_mortems_due.find(({ record }: { record: number }) => record === id)
    }
    expect(await dueNow()).toEqual({ record: id, title: 'Sign-in is slow', due_on, has_draft: false })
    await publish(id, await saved(id, WORDS))
    expect(await dueNow()).toBeUndefined()
  })

  test('the dashboard lists an incident that was resolved without a decision, until someone decides, for two weeks', async () => {
    const undecided = async (by = staff) => {
      const { data } = (await by.get('/api/admin/dashboard')).json<{ data: Dashboard }>()
      return data.post_mortems_undecided.map(({ record, ...rest }) => ({ id: record.id, ...rest }))
    }
    const plan = (id: number, version: number, of: object, by = staff) =>
      by.post(path(id, 'plan'), { version, due_on: null, is_waived: false, ...of })
    const id = await open()
    await program.ask(`/incidents/${id}/updates`, {
      method: 'POST',
      body: { body: 'Fixed.', status: 'Resolved' },
    })
    const row = { id, version: 0, is_begun: false }
    expect(await undecided()).toContainEqual(row)
    // Who can't write about incidents has nothing to decide.
    expect(await undecided(await newsroomStaff(site, 'customer_success_manager'))).toEqual([])
    expect(await undecided(await newsroomStaff(site, 'legal_team'))).toEqual([])

    const colleague = await newsroomStaff(site, 'blog_editor')
    const version = await saved(id, WORDS)
    expect(await undecided(colleague)).toContainEqual({ id, version, is_begun: true })
    expect((await plan(id, 0, { is_waived: true }, colleague)).statusCode).toBe(409)
    expect((await plan(id, version, { due_on: '2026-12-31' }, colleague)).statusCode).toBe(200)
    const ids = async () => (await undecided()).map((each) => each.id)
    expect(await ids()).not.toContain(id)

    // What was decided before holds when it is reopened and ends again.
    await staff.done(`/api/admin/records/${id}/reopen`, step())
    pass(1)
    await program.ask(`/incidents/${id}/resolve`, { method: 'POST', body: { body: 'Fixed again.' } })
    expect(await ids()).not.toContain(id)

    const waived = await resolved({ post_mortem: { due_on: null, is_waived: true } })
    const reopened = await resolved()
    expect(await ids()).toContain(reopened)
    expect(await ids()).not.toContain(waived)
    await staff.done(`/api/admin/records/${reopened}/reopen`, step())
    expect(await ids()).not.toContain(reopened)
    expect((await plan(reopened, 0, { is_waived: true })).statusCode).toBe(409)

    const forgotten = await resolved()
    await usualDays(null)
    expect(await ids()).toEqual([])
    await usualDays(5)
    expect(await ids()).toContain(forgotten)
    const twoWeeksAgo = new Date(site.clock.now.getTime() - 14 * DAY_MS - 1)
    await site.database.db
      .updateTable('records')
      .set({ from_time: twoWeeksAgo, closed_on: twoWeeksAgo })
      .where('id', '=', forgotten)
      .execute()
    expect(await ids()).not.toContain(forgotten)
  })

  async function usualDays(post_mortem_days: number | null) {
    const { version, ...values } = (await staff.get('/api/admin/site/provider')).json().data
    const answer = await staff.post('/api/admin/site/provider', {
      version,
      values: { ...values, post_mortem_days },
    })
    expect(answer.statusCode, answer.body).toBe(200)
  }

  test.skipIf(isShort)(
    'can be waived and set again, and a retry of resolving doesn’t undo that',
    async () => {
      const id = await open()
      const resolving = step({ post_mortem: { due_on: null, is_waived: true } })
      await staff.done(`/api/admin/records/${id}/resolve`, resolving)
      const { version, is_waived } = await about(id)
      expect(is_waived).toBe(true)
      const wrong = await staff.post(path(id, 'plan'), { version, due_on: 'soon', is_waived: false })
      expect(wrong.statusCode).toBe(422)
      const plan = await staff.post(path(id, 'plan'), { version, due_on: '2026-12-31', is_waived: false })
      expect(plan.json().data).toMatchObject({ due_on: '2026-12-31', is_waived: false })
      await staff.done(`/api/admin/records/${id}/resolve`, resolving)
      expect((await about(id)).due_on).toBe('2026-12-31')
    },
  )

  test.skipIf(isShort)(
    'the site has a default in working days, which editors of an earlier version leave as it is',
    async () => {
      const days = async () => (await staff.get('/api/admin/choices')).json().data.post_mortem_days
      expect(await days()).toBe(5)
      const { version, post_mortem_days, ...values } = (await staff.get('/api/admin/site/provider')).json()
        .data
      expect(post_mortem_days).toBe(5)
      values.help_url = 'https://help.example/older'
      const answer = await staff.post('/api/admin/site/provider', { version, values })
      expect(answer.statusCode, answer.body).toBe(200)
      expect(await days()).toBe(5)
    },
  )
})

describe('Z-08 programs', () => {
  const ask = (id: number, method: 'PUT' | 'PATCH', body: object) =>
    program.ask(`/incidents/${id}/post-mortem`, { method, body })

  test('write, change and publish it, and read it with the record', async () => {
    const id = await resolved()
    const put = await ask(id, 'PUT', {
      what_happened: 'A **certificate** expired.',
      body_format: 'markdown',
      actions: [{ words: 'Alert before expiry' }],
    })
    expect(put.statusCode, put.body).toBe(200)
    expect(put.json().data.post_mortem).toMatchObject({
      version: 1,
      is_published: false,
      has_draft: true,
      what_happened: '<p>A <strong>certificate</strong> expired.</p>',
      actions: [{ words: 'Alert before expiry', state: 'planned', due_on: null, done_on: null }],
    })
    const live = await ask(id, 'PATCH', { why: 'It was not renewed.', publish: true })
    expect(live.json().data.post_mortem).toMatchObject({
      is_published: true,
      why: '<p>It was not renewed.</p>',
    })
    expect((await site.publications(id)).at(-1)).toEqual({ step: 'post_mortem', notifies: true })

    const later = await ask(id, 'PATCH', { actions: [{ words: 'Alert', state: 'done' }], publish: true })
    expect(later.statusCode, later.body).toBe(200)
    expect((await site.publications(id)).at(-1)).toEqual({ step: 'post_mortem', notifies: false })
    const read = (await program.ask(`/records/${id}`)).json().data.post_mortem
    expect(read).toMatchObject({ is_published: true, has_draft: false, actions: [{ state: 'done' }] })
  })

  test.skipIf(isShort)(
    'change the version that they have seen, by the ETag of an answer about it',
    async () => {
      const id = await resolved()
      const patch = (headers: Record<string, string>) =>
        program.ask(`/incidents/${id}/post-mortem`, { method: 'PATCH', body: { why: 'Other' }, headers })
      const put = await ask(id, 'PUT', WORDS)
      expect(put.headers.etag, put.body).toBe(`"${put.json().data.post_mortem.version}"`)
      const seen = { 'if-match': String(put.headers.etag) }
      expect((await patch(seen)).statusCode).toBe(200)
      expect((await patch(seen)).statusCode).toBe(409)
    },
  )

  test.skipIf(isShort)('that name an action again don’t change the day on which it was done', async () => {
    const id = await published()
    const answer = await ask(id, 'PATCH', {
      actions: [
        { words: 'Alert  before expiry', state: 'done' },
        { words: 'Renew twice as early', state: 'done' },
      ],
      publish: true,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const actions = (await readByPublic(id)).post_mortem?.actions
    const today = site.clock.now.toISOString().slice(0, 10)
    expect(actions?.map(({ done_on }) => done_on)).toEqual(['2026-11-10', today])
    // Nor the day on which it was due.
    expect(actions?.map(({ due_on }) => due_on)).toEqual([null, '2026-12-01'])
  })

  test('never touch words that people have typed, unless they name the version', async () => {
    const id = await resolved()
    const version = await saved(id, WORDS)
    expect((await ask(id, 'PATCH', { why: 'Other' })).statusCode).toBe(409)
    const publishing = `/incidents/${id}/post-mortem/publish`
    expect((await program.ask(publishing, { method: 'POST', body: {} })).statusCode).toBe(409)
    expect((await ask(id, 'PATCH', { why: 'Other', version: version + 7 })).statusCode).toBe(409)
    expect((await program.ask(publishing, { method: 'POST', body: { version } })).statusCode).toBe(200)
    expect((await readByPublic(id)).post_mortem?.why).toBe(WORDS.why)
  })

  test('never publish what people have typed beside the published words', async () => {
    const id = await published()
    const version = await saved(id, { ...WORDS, why: '<p>Unsaid-cause-23</p>' })
    const read = (await program.ask(`/records/${id}`)).json().data.post_mortem
    expect([read.version, read.why]).toEqual([version, WORDS.why])
    const publishing = `/incidents/${id}/post-mortem/publish`
    const refused = await program.ask(publishing, { method: 'POST', body: { version } })
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('People')])
    expect((await ask(id, 'PATCH', { impact: 'Mine', version })).statusCode).toBe(409)
    for (const impact of ['One hour.', 'Two hours.']) {
      const { version: seen } = await about(id)
      const answer = await ask(id, 'PATCH', { impact, version: seen, publish: true })
      expect(answer.statusCode, answer.body).toBe(200)
      expect((await readByPublic(id)).post_mortem).toMatchObject({
        impact: `<p>${impact}</p>`,
        why: WORDS.why,
      })
    }
    expect(await about(id)).toMatchObject({
      has_draft: true,
      content: { impact: '<p>Two hours.</p>', why: '<p>Unsaid-cause-23</p>' },
    })
  })

  test('read no draft of an incident that isn’t theirs: under embargo, or about another cloud', async () => {
    const read = async (id: number, by = program) => {
      const answer = await by.ask(`/records/${id}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data.post_mortem
    }
    const id = await resolved()
    await saved(id, WORDS)
    expect(await read(id)).toMatchObject({ has_draft: true, why: WORDS.why })
    const { db } = site.database
    const other = await db
      .selectFrom('clouds')
      .where('id', '!=', cloud.id)
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const limited = await site.program({ limit: { clouds: [other.id], products: [] } })
    expect(await read(id, limited)).toBe(null)
    await db.updateTable('records').set({ embargo: [] }).where('id', '=', id).execute()
    expect(await read(id)).toBe(null)
  })

  test('a token without the scope of incidents can’t', async () => {
    const id = await open()
    const reader = await site.program({ scopes: ['records:read'] })
    const answer = await reader.ask(`/incidents/${id}/post-mortem`, {
      method: 'PUT',
      body: { what_happened: 'x' },
    })
    expect(answer.statusCode).toBe(403)
  })

  test.skipIf(isShort)('say with resolving when it is due', async () => {
    const id = await open()
    await program.ask(`/incidents/${id}/resolve`, {
      method: 'POST',
      body: { body: 'Fixed.', post_mortem_due_on: '2026-12-24' },
    })
    expect((await about(id)).due_on).toBe('2026-12-24')
  })
})
