import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDraft, findScheduled } from '../../src/db/record-drafts.ts'
import { SYSTEM } from '../../src/domain/actor.ts'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import { amendRecord } from '../../src/publishing/automation/amend-record.ts'
import { isShort } from '../size.ts'
import { type AutomationSite, automationSite, type Program } from '../support/automation-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { newsroomStaff } from '../support/newsroom.ts'

let site: AutomationSite
let program: Program

beforeAll(async () => {
  site = await automationSite()
})
afterAll(() => site.stop())

const CLOUD = 'northwall_net'
/** In the future, whenever this runs. */
const LATER_YEAR = new Date().getUTCFullYear() + 2
const WINDOW = { starts_at: `${LATER_YEAR}-01-01T22:00:00Z`, ends_at: `${LATER_YEAR}-01-02T02:00:00+01:00` }

/** Far below the rate limit of a token. */
const REQUESTS_OF_A_TOKEN = 10
let asked = 0

async function ask(path: string, body?: object, method: 'POST' | 'PATCH' = 'POST') {
  if (asked++ % REQUESTS_OF_A_TOKEN === 0) program = await site.program()
  const answered = await program.ask(path, body === undefined ? {} : { method, body })
  return { status: answered.statusCode, ...answered.json() }
}

test('Z-08 maintenance is scheduled with its window and reminders, and readers see it', async () => {
  const { status, data } = await ask('/maintenance', {
    title: 'Upgrade',
    clouds: [CLOUD],
    ...WINDOW,
    remind_before_minutes: [60, 1440],
    ends_by_itself: false,
  })
  expect(status).toBe(201)
  expect(data).toMatchObject({
    kind: 'maintenance',
    status: 'Scheduled',
    started_at: `${LATER_YEAR}-01-01T22:00:00.000Z`,
    ends_at: `${LATER_YEAR}-01-02T01:00:00.000Z`,
    remind_before_minutes: [60, 1440],
    starts_by_itself: true,
    ends_by_itself: false,
  })
  expect((await site.publicly(`/api/posts/${data.id}?cloud=${CLOUD}`)).json().data.title).toBe('Upgrade')
  expect(await site.publications(data.id)).toEqual([{ step: 'scheduled', notifies: true }])
})

test('Z-08 maintenance is postponed, started, updated and completed', async () => {
  const { data } = await ask('/maintenance', { title: 'Move', clouds: [CLOUD], ...WINDOW })
  const at = `/maintenance/${data.id}`
  const later = { starts_at: `${LATER_YEAR}-02-01T22:00:00Z`, ends_at: `${LATER_YEAR}-02-02T02:00:00Z` }
  expect(await ask(`${at}/postpone`, { body: 'Later.', ...later })).toMatchObject({
    status: 200,
    data: { started_at: `${LATER_YEAR}-02-01T22:00:00.000Z`, status: 'Scheduled' },
  })
  expect(await ask(`${at}/complete`, { body: 'Done.' })).toMatchObject({ status: 409 })
  expect(await ask(`${at}/start`, { body: 'Now.' })).toMatchObject({
    status: 200,
    data: { status: 'In Progress' },
  })
  expect(await ask(`${at}/start`, { body: 'Now.' })).toMatchObject({ status: 409 })
  expect(await ask(`${at}/updates`, { body: 'Half.', status: 'Monitoring' })).toMatchObject({ status: 201 })
  expect(await ask(`${at}/updates`, { body: 'Until {{new_end}}.' })).toMatchObject({
    status: 422,
    errors: { body: '{{new_end}} still needs to be filled in.' },
  })
  expect(await ask(`${at}/updates`, { body: 'Longer.', ends_at: 'late' })).toMatchObject({ status: 422 })
  expect(
    await ask(`${at}/updates`, { body: 'Longer.', ends_at: `${LATER_YEAR}-02-02T04:00:00Z` }),
  ).toMatchObject({
    status: 201,
    data: { ends_at: `${LATER_YEAR}-02-02T04:00:00.000Z` },
  })
  expect(await ask(`${at}/complete`, { body: 'Done.', notify: false })).toMatchObject({
    data: { status: 'Completed', is_open: false },
  })
  expect((await site.publications(data.id)).map(({ step }) => step)).toEqual([
    'scheduled',
    'postponed',
    'started',
    'updated',
    'updated',
    'completed',
  ])
})

// The short run covers maintenance that is postponed, and life-maintenance.test.ts.
test.skipIf(isShort)('Z-08 maintenance is canceled, or postponed without a new window', async () => {
  const first = await ask('/maintenance', { title: 'Never', clouds: [CLOUD], ...WINDOW })
  expect(await ask(`/maintenance/${first.data.id}/cancel`, { body: 'Not needed.' })).toMatchObject({
    status: 200,
    data: { is_open: false },
  })
  const second = await ask('/maintenance', { title: 'Some day', clouds: [CLOUD], ...WINDOW })
  expect(await ask(`/maintenance/${second.data.id}/postpone`, { body: 'Some day.' })).toMatchObject({
    data: { status: 'Postponed' },
  })
})

test('Z-08 a window that ends before it begins is rejected by field', async () => {
  const wrong = await ask('/maintenance', {
    title: 'x',
    clouds: [CLOUD],
    starts_at: WINDOW.ends_at,
    ends_at: WINDOW.starts_at,
  })
  expect([wrong.status, Object.keys(wrong.errors)]).toEqual([422, ['ends_at']])
})

test.skipIf(isShort)('Z-08 maintenance is corrected', async () => {
  const { data } = await ask('/maintenance', { title: 'Tpyo', clouds: [CLOUD], ...WINDOW })
  expect(await ask(`/maintenance/${data.id}`, { title: 'Typo' }, 'PATCH')).toMatchObject({
    data: { title: 'Typo', started_at: data.started_at },
  })
})

test('Z-08 an advisory is created, corrected, updated and remediated', async () => {
  const { status, data } = await ask('/advisories', {
    title: 'A hole in the gateway',
    clouds: [CLOUD],
    cve_ids: ['CVE-2026-12345'],
    cvss_score: 9.8,
    cvss_vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  })
  expect([status, data.kind, data.cve_ids, data.cvss_score]).toEqual([
    201,
    'advisory',
    ['CVE-2026-12345'],
    9.8,
  ])
  const at = `/advisories/${data.id}`
  const lower = { cvss_score: 3, cvss_vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' }
  expect(await ask(at, lower, 'PATCH')).toMatchObject({ data: { cvss_score: 7.5 } })
  expect(data).toMatchObject({ product_status: null, remediations: [], references: [] })
  const facts = {
    product_status: 'fixed',
    remediations: [{ category: 'vendor_fix', details: 'Install 4.2.', url: null }],
    references: [{ summary: 'Notes', url: 'https://help.example/notes' }],
  }
  expect(await ask(at, facts, 'PATCH')).toMatchObject({ status: 200, data: { cvss_score: 7.5, ...facts } })
  const refused = await ask(at, { references: [{ summary: 'Notes', url: 'notes' }] }, 'PATCH')
  expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['references']])
  expect(await ask(`${at}/updates`, { body: 'A fix is out.' })).toMatchObject({ status: 201, data: facts })
  expect(await ask(`${at}/resolve`, { body: 'Fixed.' })).toMatchObject({ data: { status: 'Remediated' } })
  const wrong = await ask('/advisories', { title: 'x', clouds: [CLOUD], cve_ids: ['CVE-1'] })
  expect([wrong.status, Object.keys(wrong.errors)]).toEqual([422, ['cve_ids']])
})

test.skipIf(isShort)(
  'Z-08 a notification is created with terms of its type, corrected and updated',
  async () => {
    const term = await site.database.db
      .selectFrom('notification_terms')
      .where('notification_type', '=', 'url_change_notification')
      .select(['tid', 'name'])
      .executeTakeFirstOrThrow()
    const { status, data } = await ask('/notifications', {
      title: 'A category moves',
      notification_type: 'url_change_notification',
      terms: [term.name],
    })
    expect([status, data.terms]).toEqual([201, [term]])
    expect(await ask(`/notifications/${data.id}`, { summary: 'Soon.' }, 'PATCH')).toMatchObject({
      status: 200,
    })
    expect(await ask(`/notifications/${data.id}/updates`, { body: 'Now.' })).toMatchObject({ status: 201 })
    const wrong = await ask('/notifications', {
      title: 'x',
      notification_type: 'sub_processor',
      terms: [term.name],
    })
    expect([wrong.status, Object.keys(wrong.errors)]).toEqual([422, ['terms']])
  },
)

test('Z-08 records are paged, the latest change first, each once', async () => {
  const ids: number[] = []
  const times: string[] = []
  let cursor: string | null = ''
  let pages = 0
  while (cursor !== null && pages < 8) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page = await ask(`/records?kind=incident&limit=20${more}`)
    expect(page.data.length).toBeLessThanOrEqual(20)
    ids.push(...page.data.map(({ id }: { id: number }) => id))
    times.push(...page.data.map(({ updated_at }: { updated_at: string }) => updated_at))
    cursor = page.next_cursor
    pages++
  }
  expect(pages).toBeGreaterThan(2)
  expect(new Set(ids).size).toBe(ids.length)
  expect(times).toEqual(times.toSorted().toReversed())
})

// The short run covers the filters of newsroom-list.test.ts.
test.skipIf(isShort)('Z-08 records are filtered by kind, state, cloud and time of change', async () => {
  const { data: mine } = await ask('/incidents', { title: 'Mine', clouds: [CLOUD] })
  const draft = await ask('/incidents', { title: 'Draft', clouds: [CLOUD], publish: false })
  const open = await ask(`/records?kind=incident&state=open&cloud=${CLOUD}&limit=100`)
  expect(open.data.map(({ id }: { id: number }) => id)).toContain(mine.id)
  for (const record of open.data) {
    expect(record).toMatchObject({ kind: 'incident', state: 'published', is_open: true })
    expect(record.clouds).toContain(CLOUD)
    expect(record.url).toMatch(/^https:/)
  }
  const drafts = await ask('/records?state=draft&limit=100')
  expect(drafts.data.map(({ id }: { id: number }) => id)).toContain(draft.data.id)
  const since = await ask(`/records?updated_since=${encodeURIComponent(mine.updated_at)}`)
  expect(since.data.every((record: { updated_at: string }) => record.updated_at >= mine.updated_at)).toBe(
    true,
  )
  expect(since.data.map(({ id }: { id: number }) => id)).toContain(mine.id)
})

test.each([
  ['/records?updated_since=yesterday', 'updated_since'],
  ['/records?cursor=abc', 'cursor'],
  ['/records?limit=0', 'limit'],
  ['/records?kind=riot', 'kind'],
])('Z-08 %s is rejected by field', async (path, field) => {
  const { status, errors } = await ask(path)
  expect([400, 422]).toContain(status)
  expect(Object.keys(errors)).toEqual([field])
})

test('Z-08 one record is returned in full, and an unknown one is 404', async () => {
  const { data } = await ask('/incidents', { title: 'Whole', clouds: [CLOUD], tags: ['a'] })
  expect((await ask(`/records/${data.id}`)).data).toEqual(data)
  expect(await ask('/records/2000000000')).toMatchObject({
    status: 404,
    message: 'There is no record 2000000000.',
  })
})

test('Z-08 deliveries are listed with their progress', async () => {
  const { data } = await ask('/incidents', { title: 'Told', clouds: [CLOUD] })
  const { data: sendings } = await ask('/deliveries')
  expect(sendings[0]).toMatchObject({ record: data.id, step: 'opened', title: 'Told' })
})

test('Z-08 a body can be Markdown, and is sanitized like all else', async () => {
  const body = '# Cause\n\nA **bad** plan <script>alert(1)</script>[x](javascript:alert(1))\n\n- one\n- two'
  const opened = await ask('/incidents', { title: 'Slow', clouds: [CLOUD], body, body_format: 'markdown' })
  expect(opened.status).toBe(201)
  expect(opened.data.body).toContain('<h2>Cause</h2>')
  expect(opened.data.body).toContain('<strong>bad</strong>')
  expect(opened.data.body).not.toMatch(/script/)
  const said = { body: '*Better* now.', body_format: 'markdown' }
  const updated = await ask(`/incidents/${opened.data.id}/updates`, said)
  expect(updated.data.updates[0].body).toContain('<em>Better</em> now.')
})

describe('Z-08 words that people have typed and not published', () => {
  test('stay in their draft when a program changes the same field for readers', async () => {
    const staff = await newsroomStaff(site)
    const { data } = await ask('/incidents', { title: 'Slow', clouds: [CLOUD], body: 'By a program.' })
    const { version, content } = await staff.read(data.id)
    await staff.saved(data.id, version, { ...content, title: 'Typed by people' })
    const patch = { title: 'By a program', customer_impact: 'Some.' }
    expect((await ask(`/incidents/${data.id}`, patch, 'PATCH')).data.title).toBe('By a program')
    expect((await staff.read(data.id)).draft?.content).toMatchObject({
      title: 'Typed by people',
      customer_impact: 'Some.',
    })
    const refused = await ask(`/incidents/${data.id}`, { title: 'Other', publish: false }, 'PATCH')
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('People have edited')])
    const beside = await ask(`/incidents/${data.id}`, { summary: 'New.', publish: false }, 'PATCH')
    expect(beside.status).toBe(200)
    expect((await staff.read(data.id)).draft?.content).toMatchObject({
      title: 'Typed by people',
      summary: 'New.',
    })
  })

  test('of a draft are neither changed nor published without its version', async () => {
    const staff = await newsroomStaff(site)
    const { data } = await ask('/incidents', { title: 'Draft', clouds: [CLOUD], publish: false })
    expect((await ask(`/incidents/${data.id}`, { title: 'Still mine' }, 'PATCH')).status).toBe(200)
    const { version, content } = await staff.read(data.id)
    const saved = await staff.saved(data.id, version, { ...content, title: 'Typed by people' })
    for (const patch of [{ title: 'By a program' }, { publish: true }])
      expect((await ask(`/incidents/${data.id}`, patch, 'PATCH')).status).toBe(409)
    expect(await staff.read(data.id)).toMatchObject({
      state: 'draft',
      content: { title: 'Typed by people' },
    })
    const known = await ask(`/incidents/${data.id}`, { publish: true, version: saved }, 'PATCH')
    expect(known).toMatchObject({ status: 200, data: { state: 'published', title: 'Typed by people' } })
  })
})

test('Z-08 a change of a scheduled record goes out with it, unless people have edited it since', async () => {
  const staff = await newsroomStaff(site)
  const { data } = await ask('/maintenance', { title: 'Later', clouds: [CLOUD], ...WINDOW, publish: false })
  const { version } = await staff.read(data.id)
  const publish_at = new Date(site.clock.now.getTime() + 86_400_000).toISOString()
  await staff.done(`/api/admin/records/${data.id}/schedule`, { version, publish_at, notifies: true })
  const path = `/maintenance/${data.id}`
  const moved = await ask(path, { starts_at: `${LATER_YEAR}-01-01T23:00:00Z` }, 'PATCH')
  expect(moved.status).toBe(200)
  const goesOut = async () => (await findScheduled(site.database.db, data.id))?.content
  expect(await goesOut()).toMatchObject({ from_time: `${LATER_YEAR}-01-01T23:00:00.000Z` })
  const read = await staff.read(data.id)
  const typed = { ...(read.draft?.content ?? read.content), title: 'Typed by people' }
  const saved = await staff.saved(data.id, read.version, typed)
  const refused = await ask(path, { summary: 'More.', version: saved }, 'PATCH')
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('edited it since')])
  expect(await goesOut()).toMatchObject({ title: 'Later' })
})

test('Z-05 an advisory under embargo does not exist for programs', async () => {
  const staff = await newsroomStaff(site)
  const { db } = site.database
  const { id: cloud } = await demoCloud(db, CLOUD)
  const made = await staff.create({
    ...emptyContent({ kind: 'advisory' }),
    title: 'Unsaid flaw',
    clouds: [cloud],
    embargo: [],
  })
  expect((await ask(`/records/${made.id}`)).status).toBe(404)
  expect((await ask(`/advisories/${made.id}`, { title: 'Mine' }, 'PATCH')).status).toBe(404)
  expect((await ask(`/advisories/${made.id}/updates`, { body: 'Mine.' })).status).toBe(404)
  const { data } = await ask('/records?state=draft&kind=advisory&limit=100')
  expect(data.map(({ id }: { id: number }) => id)).not.toContain(made.id)
})

// The short run covers the contract of all calls in http-system.test.ts.
test.skipIf(isShort)('Z-08 the OpenAPI document covers all of it, including security', async () => {
  const { json } = await site.app.inject({ url: '/api/openapi.json' })
  const { paths, components } = json()
  expect(components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' })
  const operation = paths['/api/v1/incidents'].post
  expect(operation.security).toEqual([{ token: [] }])
  expect(operation.parameters.map(({ name }: { name: string }) => name)).toEqual(['idempotency-key'])
  expect(operation.responses['201']).toBeDefined()
  expect(operation.description).toContain('incidents:write')
  const { put, post } = paths['/api/v1/services/{tid}/state']
  for (const waiting of [operation, put, post, paths['/api/v1/alertmanager'].post])
    expect(Object.keys(waiting.responses)).toContain('202')
  const page = await site.app.inject({ url: '/api/docs' })
  expect(page.body).toContain('/api/v1/alertmanager')
  expect(page.body).toContain('Authorization: Bearer')
  expect(page.body).toContain('Slow sign-ins in Europe')
})

test('Z-08 a rejected change leaves nothing behind, even within a larger transaction', async () => {
  const { db } = site.database
  const { data } = await ask('/incidents', { title: 'Slow', clouds: [CLOUD] })
  await ask(`/incidents/${data.id}`, { title: 'Typed by people', publish: false }, 'PATCH')
  const amended = await db.transaction().execute((trx) =>
    amendRecord(trx, {
      recordId: data.id,
      kind: 'incident',
      version: undefined,
      given: { title: 'Amended', clouds: [] },
      publishes: true,
      notifies: false,
      actor: SYSTEM,
      limit: null,
      pass: undefined,
      now: site.clock.now,
    }),
  )
  expect(amended).toMatchObject({ kind: 'wrong', errors: { clouds: expect.any(String) } })
  expect((await findDraft(db, data.id))?.content).toMatchObject({ title: 'Typed by people' })
})
