import { afterAll, beforeAll, expect, test } from 'vitest'
import { readThings } from '../../src/db/choices.ts'
import { readContent } from '../../src/db/record-content.ts'
import { saveDraft } from '../../src/publishing/records/save-draft.ts'
import { isShort } from '../size.ts'
import { type AutomationSite, automationSite, type Program } from '../support/automation-site.ts'

let site: AutomationSite
let program: Program

beforeAll(async () => {
  site = await automationSite()
  program = await site.program({ name: 'pager' })
})
afterAll(() => site.stop())

const CLOUD = 'northwall_net'
const OPEN = { title: 'Slow sign-ins in Europe', clouds: [CLOUD], severity: 'service degradation' }

async function opened(fields: object = {}) {
  const { statusCode, json } = await program.ask('/incidents', {
    method: 'POST',
    body: { ...OPEN, ...fields },
  })
  expect(statusCode).toBe(201)
  return json().data
}

test('Z-08 a program opens, updates and resolves an incident, and readers see each step', async () => {
  const { id, version, url } = await opened({ body: 'First & foremost.\n\nSecond <b>line</b>.' })
  const path = `/api/posts/${id}?cloud=${CLOUD}`
  const first = (await site.publicly(path)).json().data
  expect(first).toMatchObject({
    title: OPEN.title,
    status: 'In Progress',
    severityId: 19,
    post_type: 'incident',
    body: '<p>First &amp; foremost.</p><p>Second &lt;b&gt;line&lt;/b&gt;.</p>',
  })
  expect(url).toMatch(/^https:\/\/trust\.northwall\.example\/.*\/posts\/\d+$/)

  const said = await program.ask(`/incidents/${id}/updates`, {
    method: 'POST',
    body: { body: 'A fix is on its way.', status: 'Monitoring', severity: 'Service Disruption' },
  })
  expect(said.statusCode).toBe(201)
  expect(said.json().data).toMatchObject({
    status: 'Monitoring',
    severity: { tid: 20, name: 'Service Disruption' },
  })
  expect(said.json().data.version).toBeGreaterThan(version)

  const over = await program.ask(`/incidents/${id}/resolve`, { method: 'POST', body: { body: 'Fixed.' } })
  expect(over.statusCode).toBe(200)
  expect(over.json().data).toMatchObject({ status: 'Resolved', is_open: false, state: 'published' })
  const last = (await site.publicly(path)).json().data
  expect(last.updates.map(({ body }: { body: string }) => body)).toEqual([
    '<p>A fix is on its way.</p>',
    '<p>Fixed.</p>',
  ])
  expect(await site.publications(id)).toEqual([
    { step: 'opened', notifies: true },
    { step: 'updated', notifies: true },
    { step: 'resolved', notifies: true },
  ])
})

test('Z-08 a resolved incident can be reopened, and is not resolved twice', async () => {
  const { id } = await opened({ notify: false })
  await program.ask(`/incidents/${id}/resolve`, { method: 'POST', body: { body: 'Over.', notify: false } })
  const again = await program.ask(`/incidents/${id}/resolve`, { method: 'POST', body: { body: 'Over.' } })
  expect([again.statusCode, again.json().message]).toEqual([
    409,
    'This is already closed. Reopen it if it continues.',
  ])
  const back = await program.ask(`/incidents/${id}/reopen`, { method: 'POST', body: { body: 'Back.' } })
  expect(back.json().data).toMatchObject({ is_open: true, closed_at: null })
  expect((await site.publications(id)).map(({ notifies }) => notifies)).toEqual([false, false, true])
})

test("Z-08 every step is in the audit log under the token's name", async () => {
  const { id } = await opened()
  const entries = await site.database.db
    .selectFrom('audit_log')
    .where('entity', '=', 'record')
    .where('entity_id', '=', String(id))
    .select(['actor', 'action', 'request_id', 'actor_user_id'])
    .orderBy('id')
    .execute()
  expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
    ['token:pager', 'create'],
    ['token:pager', 'publish'],
  ])
  expect(
    entries.every(({ request_id, actor_user_id }) => request_id !== null && actor_user_id === null),
  ).toBe(true)
})

test('Z-08 a draft is hidden from readers until published', async () => {
  const { id, state, url } = await opened({ publish: false })
  expect([state, url]).toEqual(['draft', null])
  const path = `/api/posts/${id}?cloud=${CLOUD}`
  expect((await site.publicly(path)).json().data ?? null).toBeNull()
  const refused = await program.ask(`/incidents/${id}/updates`, { method: 'POST', body: { body: 'News.' } })
  expect(refused.statusCode).toBe(409)

  const published = await program.ask(`/incidents/${id}`, {
    method: 'PATCH',
    body: { publish: true, title: 'Slower' },
  })
  expect(published.json().data).toMatchObject({ state: 'published', title: 'Slower' })
  expect((await site.publicly(path)).json().data.title).toBe('Slower')
  expect(await site.publications(id)).toEqual([{ step: 'opened', notifies: true }])
})

test('Z-08 a correction is visible immediately and notifies no one unless asked to', async () => {
  const { id } = await opened({ notify: false })
  await program.ask(`/incidents/${id}`, { method: 'PATCH', body: { title: 'Slow sign-ins' } })
  await program.ask(`/incidents/${id}`, { method: 'PATCH', body: { summary: 'Everywhere.', notify: true } })
  expect(await site.publications(id)).toEqual([
    { step: 'opened', notifies: false },
    { step: 'corrected', notifies: false },
    { step: 'updated', notifies: true },
  ])
  expect((await site.publicly(`/api/posts/${id}?cloud=${CLOUD}`)).json().data).toMatchObject({
    title: 'Slow sign-ins',
    summary: 'Everywhere.',
  })
})

// The short run covers the severity of an update in life-incident.test.ts.
test.skipIf(isShort)('Z-08 a new severity is a line in the history, also without notifications', async () => {
  const { id } = await opened()
  await program.ask(`/incidents/${id}`, { method: 'PATCH', body: { severity: 'Service Disruption' } })
  expect((await site.publications(id)).at(-1)).toEqual({ step: 'updated', notifies: false })
  const { changes } = (await site.publicly(`/api/posts/${id}?cloud=${CLOUD}`)).json().data
  expect(changes).toMatchObject([{ kind: 'severity', at: site.clock.now.toISOString() }])
})

test('Z-08 an update that fills a gap in the history notifies only if asked to', async () => {
  const { id } = await opened()
  const start = site.clock.now
  const minutesIn = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
  const post = (of: object) =>
    program.ask(`/incidents/${id}/updates`, { method: 'POST', body: { body: 'News.', ...of } })
  site.clock.now = minutesIn(20)
  await post({})
  await post({ posted_at: minutesIn(10).toISOString() })
  await post({ posted_at: minutesIn(11).toISOString(), notify: true })
  expect((await site.publications(id)).slice(1)).toEqual(
    [true, false, true].map((notifies) => ({ step: 'updated', notifies })),
  )
})

test('Z-07 a correction of an older version is rejected, by body or by If-Match', async () => {
  const { id, version } = await opened()
  const byBody = await program.ask(`/incidents/${id}`, {
    method: 'PATCH',
    body: { title: 'Mine', version: version - 1 },
  })
  expect(byBody.statusCode).toBe(409)
  const byHeader = await program.ask(`/incidents/${id}`, {
    method: 'PATCH',
    body: { title: 'Mine' },
    headers: { 'if-match': `"${version - 1}"` },
  })
  expect(byHeader.statusCode).toBe(409)
  const right = await program.ask(`/incidents/${id}`, {
    method: 'PATCH',
    body: { title: 'Mine' },
    headers: { 'if-match': `"${version}"` },
  })
  expect([right.statusCode, right.json().data.title]).toEqual([200, 'Mine'])
  expect(right.headers.etag).toBe(`"${right.json().data.version}"`)
})

test('Z-07 a step with an older version is refused, by body or by If-Match', async () => {
  const { id, version } = await opened()
  // A token of its own: the others share the changes of a minute.
  const deployer = await site.program({ name: 'deployer' })
  const step = (path: string, body: object, headers: Record<string, string> = {}) =>
    deployer.ask(`/incidents/${id}/${path}`, { method: 'POST', body: { body: 'News.', ...body }, headers })
  expect((await step('resolve', { version })).statusCode).toBe(200)
  expect((await step('updates', { version })).statusCode).toBe(409)
  expect((await step('updates', {}, { 'if-match': `"${version}"` })).statusCode).toBe(409)
})

test('Z-07 a correction keeps unpublished text by staff', async () => {
  const { id } = await opened()
  const { db } = site.database
  const before = await site.database.db
    .selectFrom('records')
    .where('id', '=', id)
    .select('version')
    .executeTakeFirstOrThrow()
  const content = await readContent(db, id)
  if (content === undefined) throw new Error('gone')
  const actor = { name: 'blog_editor', userId: null, requestId: null }
  await saveDraft(db, {
    recordId: id,
    version: before.version,
    content: { ...content, summary: 'Half a sentence' },
    actor,
    mayEdit: () => true,
    now: site.clock.now,
  })
  const changed = await program.ask(`/incidents/${id}`, { method: 'PATCH', body: { title: 'Corrected' } })
  expect(changed.json().data).toMatchObject({ title: 'Corrected', summary: '', has_draft: true })
  const draft = await db
    .selectFrom('record_drafts')
    .where('record_id', '=', id)
    .select('content')
    .executeTakeFirstOrThrow()
  expect(draft.content).toMatchObject({ title: 'Corrected', summary: 'Half a sentence' })
})

test('Z-08 unknown names are reported by field, with the closest match', async () => {
  const { statusCode, json } = await program.ask('/incidents', {
    method: 'POST',
    body: { ...OPEN, clouds: ['northwal_net'], severity: 'Service Disrupton', services: ['x'] },
  })
  expect(statusCode).toBe(422)
  const { errors } = json()
  expect(errors.clouds).toContain('There is no cloud "northwal_net". The nearest are: northwall_net')
  expect(errors.severity).toContain('Service Disruption')
  expect(errors.services).toContain('There is no service "x"')
})

test.skipIf(isShort)('Z-08 services are found by name, by category and name, and by ID', async () => {
  const { data: services } = (await program.ask(`/services?cloud=${CLOUD}`)).json()
  const [one, two, three] = services
  const { services: found } = await opened({
    services: [one.name.toUpperCase(), `${two.category}/${two.name}`, three.tid],
  })
  expect(found.map(({ tid }: { tid: number }) => tid).toSorted()).toEqual(
    [one.tid, two.tid, three.tid].toSorted(),
  )
})

test("Z-08 an incident that can't be published leaves nothing behind", async () => {
  const before = await program.ask('/records?state=draft&limit=100')
  const { statusCode, json } = await program.ask('/incidents', {
    method: 'POST',
    body: { ...OPEN, clouds: [] },
  })
  expect([statusCode, Object.keys(json().errors)]).toEqual([422, ['clouds']])
  expect((await program.ask('/records?state=draft&limit=100')).json()).toEqual(before.json())
})

test.each([
  ['an unknown field', { ...OPEN, severty: 'x' }, 'severty'],
  ['a wrong type', { ...OPEN, notify: 'yes' }, 'notify'],
  ['a missing title', { clouds: [CLOUD] }, 'body'],
])('Z-08 %s is rejected with 400', async (_, body, field) => {
  const { statusCode, json } = await program.ask('/incidents', { method: 'POST', body })
  expect([statusCode, Object.keys(json().errors)]).toEqual([400, expect.arrayContaining([field])])
})

test('Z-08 text with an unfilled placeholder of a template is not published, but may be a draft', async () => {
  const other = await site.program()
  const incident = { title: 'Trouble with {{services}}', clouds: [CLOUD], body: 'Because of {{cause}}.' }
  expect(
    await other.ask('/incidents', { method: 'POST', body: incident }).then((answer) => answer.json()),
  ).toMatchObject({
    errors: {
      title: '{{services}} still needs to be filled in.',
      body: '{{cause}} still needs to be filled in.',
    },
  })
  const drafted = await other.ask('/incidents', { method: 'POST', body: { ...incident, publish: false } })
  expect(drafted.statusCode).toBe(201)
  const { id } = drafted.json().data
  const published = await other.ask(`/incidents/${id}`, { method: 'PATCH', body: { publish: true } })
  expect([published.statusCode, Object.keys(published.json().errors)]).toEqual([422, ['title', 'body']])
})

test('Z-08 a time without a zone is rejected', async () => {
  const { statusCode, json } = await program.ask('/incidents', {
    method: 'POST',
    body: { ...OPEN, started_at: '2026-11-15T03:00:00' },
  })
  expect([statusCode, Object.keys(json().errors)]).toEqual([422, ['started_at']])
})

test('Z-08 HTML is sanitized', async () => {
  const { body } = await opened({
    body: '<p onclick="x()">Hello<script>alert(1)</script></p>',
    body_format: 'html',
  })
  expect(body).toBe('<p>Hello</p>')
})

test('L-09 internal fields are stored for staff and never returned to a program', async () => {
  const created = await program.ask('/incidents', {
    method: 'POST',
    body: { ...OPEN, internal_note: 'Card 4 of rack SECRET-7 is dead.' },
  })
  expect(created.statusCode).toBe(201)
  expect(created.body).not.toContain('SECRET-7')
  const { id } = created.json().data
  expect((await program.ask(`/records/${id}`)).body).not.toContain('SECRET-7')
  const row = await site.database.db
    .selectFrom('record_internals')
    .where('record_id', '=', id)
    .select('internal_note')
    .executeTakeFirstOrThrow()
  expect(row.internal_note).toContain('SECRET-7')
})

test.skipIf(isShort)('Z-08 other kinds of records are not found as incidents', async () => {
  const another = await site.program()
  const maintenance = await another.ask('/maintenance', {
    method: 'POST',
    body: {
      title: 'Work',
      clouds: [CLOUD],
      starts_at: '2030-01-01T00:00:00Z',
      ends_at: '2030-01-01T02:00:00Z',
    },
  })
  const { id } = maintenance.json().data
  for (const [path, method, body] of [
    [`/incidents/${id}`, 'PATCH', { title: 'x' }],
    [`/incidents/${id}/updates`, 'POST', { body: 'x' }],
    [`/incidents/${id}/resolve`, 'POST', { body: 'x' }],
  ] as const) {
    const { statusCode, json } = await another.ask(path, { method, body })
    expect([path, statusCode, json().message]).toEqual([path, 404, `There is no incident ${id}.`])
  }
})

// The short run covers the states of places in life-updates.test.ts.
test.skipIf(isShort)(
  'Z-08 a program says how single services and data centers are doing, and plain lists keep their states',
  async () => {
    const { service_categories, regions } = await readThings(site.database.db)
    const [category] = service_categories.filter(
      ({ cloud_id }) => cloud_id === service_categories[0]?.cloud_id,
    )
    const [down, slow] = (category?.services ?? []).filter(({ is_retired }) => !is_retired)
    const [center, far] = regions
      .flatMap(({ data_centers }) => data_centers)
      .filter(({ is_retired }) => !is_retired)
    if (!down || !slow || !center || !far) throw new Error('The demo has services and data centers.')
    const post = (path: string, body: object) => program.ask(path, { method: 'POST', body })
    const { id, affected } = await opened({
      severity: 'Service Disruption',
      services: [down.tid],
      affected: [{ service: slow.tid, severity: 'Service Degradation' }],
    })
    const named = { [down.tid]: ['Service Disruption', false], [slow.tid]: ['Service Degradation', true] }
    const said = (list: { service: number; severity: { name: string }; is_own: boolean }[]) =>
      Object.fromEntries(list.map(({ service, severity, is_own }) => [service, [severity.name, is_own]]))
    expect(said(affected)).toEqual(named)

    const kept = await program.ask(`/incidents/${id}`, {
      method: 'PATCH',
      body: { services: [down.tid, slow.tid], data_centers: [center.tid, far.tid] },
    })
    expect(said(kept.json().data.affected.slice(0, 2))).toEqual(named)
    const over = await post(`/incidents/${id}/updates`, {
      body: 'Better.',
      affected: [
        { service: slow.name, severity: null },
        { data_center: center.tid, severity: 'recovered' },
      ],
    })
    expect(over.json().data.affected).toMatchObject([
      { is_own: false },
      { is_own: false },
      { data_center: center.tid, severity: { tid: 1361 }, is_own: true },
      { data_center: far.tid, is_own: false },
    ])
    const errors = async (entry: object) =>
      (await post(`/incidents/${id}/updates`, { body: 'No.', affected: [entry] })).json().errors
    expect(await errors({ service: 'Nothing like it', severity: 'recovered' })).toEqual({
      affected: expect.stringContaining('There is no service'),
    })
    expect(await errors({ severity: 'recovered' })).toEqual({ affected: expect.stringContaining('either') })
    expect(await errors({ service: slow.tid, severity: 'Informational' })).toEqual({
      affected: expect.stringContaining('worse state'),
    })
    const calmer = await program.ask(`/incidents/${id}`, {
      method: 'PATCH',
      body: { severity: 'Informational' },
    })
    expect(calmer.json().data.affected.map(({ is_own }: { is_own: boolean }) => is_own)).toEqual(
      Array(4).fill(false),
    )
  },
)
