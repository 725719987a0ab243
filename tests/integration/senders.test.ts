import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { sweep } from '../../src/accounts/sweep.ts'
import type { SenderDelivery, SenderDetails, SenderPreview } from '../../src/contract/admin/senders.ts'
import { writeSetting } from '../../src/db/site-editing/settings.ts'
import { SYSTEM } from '../../src/domain/actor.ts'
import { MAY_EDIT_ALL } from '../../src/domain/newsroom/may-edit.ts'
import { KEPT_PAYLOADS, SENDER_BODY_BYTES } from '../../src/domain/senders/delivery.ts'
import type { SenderPreset } from '../../src/domain/senders/presets.ts'
import { postUpdate } from '../../src/publishing/life/post-update.ts'
import { isShort } from '../size.ts'
import { type AutomationSite, askWith, automationSite } from '../support/automation-site.ts'
import { type SignedIn, signIn } from '../support/sign-in.ts'
import { untilSomeoneWaits } from '../support/until-someone-waits.ts'

let site: AutomationSite
let admin: SignedIn
let cloud: { id: number; machine_name: string }
let service: { tid: number; name: string }

const CLOUD = 'northwall_net'

beforeAll(async () => {
  site = await automationSite()
  const { db } = site.database
  cloud = await db
    .selectFrom('clouds')
    .where('machine_name', '=', CLOUD)
    .select(['id', 'machine_name'])
    .executeTakeFirstOrThrow()
  service = await db
    .selectFrom('services')
    .innerJoin('service_categories', 'service_categories.tid', 'services.category_tid')
    .where('cloud_id', '=', cloud.id)
    .where('is_active', '=', true)
    .select(['services.tid', 'services.name'])
    .orderBy('services.tid')
    .executeTakeFirstOrThrow()
})
afterAll(() => site.stop())
beforeEach(async () => {
  site.clock.now = new Date('2026-11-15T03:00:30Z')
  admin = await signIn(site.database.db, { roles: ['administrator'], lastSeenAt: site.clock.now })
})

// biome-ignore lint/suspicious/noExplicitAny: JSON that tests look into.
type Json = any

async function staff(method: 'GET' | 'POST', path: string, body: object = {}) {
  return site.app.inject({
    method,
    url: path.startsWith('/api/') ? path : `/api/admin/senders${path}`,
    headers: {
      cookie: admin.cookie,
      'x-csrf-token': admin.csrf,
      origin: 'https://trust.northwall.example',
      host: 'trust.northwall.example',
    },
    ...(method === 'POST' && { payload: body }),
  })
}

async function data(method: 'GET' | 'POST', path: string, body?: object): Promise<Json> {
  const answer = await staff(method, path, body)
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json().data
}

let senders = 0

async function sender(
  preset: SenderPreset,
  change: Partial<SenderDetails> & { signing_secret?: string } = {},
) {
  const name = `sender ${++senders}`
  const { id, key } = await data('POST', '', { name, preset })
  const settings = { is_on: true, publishes: true, notifies: true, clouds: [cloud.id], ...change }
  await save(id, settings)
  return {
    id: id as number,
    key: key as string,
    name,
    send: (body: unknown, headers: Record<string, string> = {}) =>
      askWith(site, `Bearer ${key}`, '/alerts', { method: 'POST', body, headers }),
  }
}

async function save(id: number, change: object) {
  const {
    hint: _,
    preset: __,
    last_at: ___,
    last_outcome: ____,
    has_signing_secret: _____,
    ...now
  } = await data('GET', `/${id}`)
  return data('POST', `/${id}`, { ...now, ...change })
}

function documented(name: 'grafana' | 'pagerduty' | 'datadog-default'): Json {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'senders', `${name}.json`), 'utf8'))
}

async function seen(id: number) {
  return (await site.publicly(`/api/posts/${id}?cloud=${CLOUD}`)).json().data
}

async function log(id: number): Promise<SenderDelivery[]> {
  return data('GET', `/api/admin/sender-log?sender=${id}`)
}

function passTo(time: string) {
  site.clock.now = new Date(`2026-11-15T${time}Z`)
}

function pagerDuty(type: string, at: string, change: object = {}) {
  const event = documented('pagerduty')
  Object.assign(event.event, { event_type: type, occurred_at: `2026-11-15T${at}Z` })
  Object.assign(event.event.data, { service: { summary: service.name }, ...change })
  return event
}

test('Z-08 PagerDuty opens, repeats, resolves and reopens one incident', async () => {
  const { id, send } = await sender('pagerduty')
  const opened = await send(pagerDuty('incident.triggered', '03:00:00', { priority: { summary: 'P2' } }))
  expect([opened.statusCode, opened.json().data.outcome]).toEqual([200, 'opened'])
  expect(opened.headers['ratelimit-policy']).toBe('300;w=60;burst=150')
  const [{ record, why }] = opened.json().data.results
  expect(why).toEqual([])
  expect(await seen(record)).toMatchObject({
    title: `Problem with ${service.name} on northwall.net`,
    body: '<p>Our monitoring has detected a problem. We are investigating.</p>',
    severityId: 19,
    fromTime: '2026-11-15T03:00:00.000Z',
  })
  const outcome = async (body: object) => (await send(body)).json().data.results[0]
  const p2 = { priority: { summary: 'P2' } }
  expect(await outcome(pagerDuty('incident.triggered', '03:00:00', p2))).toMatchObject({
    outcome: 'unchanged',
    record,
  })
  expect(await outcome(pagerDuty('incident.acknowledged', '03:01:00', p2))).toMatchObject({
    outcome: 'unchanged',
    why: ['Nothing new.'],
  })
  expect(await outcome(pagerDuty('incident.annotated', '03:02:00'))).toMatchObject({
    outcome: 'ignored',
    record: null,
  })
  passTo('03:10:00')
  expect(await outcome(pagerDuty('incident.priority_updated', '03:09:00'))).toMatchObject({
    outcome: 'updated',
    record,
  })
  expect(await seen(record)).toMatchObject({ severityId: 20 })
  passTo('03:20:00')
  expect(await outcome(pagerDuty('incident.resolved', '03:19:00'))).toMatchObject({
    outcome: 'resolved',
    record,
  })
  expect(await outcome(pagerDuty('incident.acknowledged', '03:01:00'))).toMatchObject({
    outcome: 'unchanged',
    record,
  })
  expect(await outcome(pagerDuty('incident.resolved', '03:19:00'))).toMatchObject({
    outcome: 'unchanged',
    record,
  })
  passTo('03:25:00')
  expect(await outcome(pagerDuty('incident.reopened', '03:24:00'))).toMatchObject({
    outcome: 'reopened',
    record,
  })
  expect((await log(id)).map((line) => line.outcome)).toEqual([
    'reopened',
    'unchanged',
    'unchanged',
    'resolved',
    'updated',
    'ignored',
    'unchanged',
    'unchanged',
    'opened',
  ])
  expect((await site.publications(record)).map(({ step }) => step)).toEqual([
    'opened',
    'updated',
    'resolved',
    'updated',
  ])
})

test('Z-08 Grafana’s documented payload is one incident, and internal words stay internal', async () => {
  const { send } = await sender('grafana', { severity_tid: 19 })
  const payload = documented('grafana')
  payload.alerts[0].annotations.candor_message = 'Some <b>requests</b> & jobs are slow.'
  const { record } = (await send(payload)).json().data.results[0]
  const shown = await seen(record)
  expect(shown).toMatchObject({
    severityId: 19,
    body: '<p>Some &lt;b&gt;requests&lt;/b&gt; &amp; jobs are slow.</p>',
  })
  expect(JSON.stringify(shown)).not.toMatch(/memory|grafana|runbook|alertname/i)
  const over = {
    ...payload,
    status: 'resolved',
    alerts: [{ ...payload.alerts[0], status: 'resolved', endsAt: '2026-11-15T03:20:00Z' }],
  }
  passTo('03:21:00')
  expect((await send(over)).json().data.outcome).toBe('resolved')
})

test('Z-08 Alertmanager’s payload works as a preset, too', async () => {
  const { send } = await sender('alertmanager')
  const firing = JSON.parse(readFileSync(join(import.meta.dirname, 'alertmanager', 'firing.json'), 'utf8'))
  const { record } = (await send(firing)).json().data.results[0]
  expect(await seen(record)).toMatchObject({ severityId: 19, fromTime: '2026-11-15T03:00:00.123Z' })
})

test('Z-08 the default payload of Datadog is refused with the field that is missing', async () => {
  const { id, send } = await sender('datadog')
  const refused = await send(documented('datadog-default'))
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { state: 'The payload has nothing at alert_transition.' },
  ])
  expect((await log(id))[0]).toMatchObject({ outcome: 'refused', has_payload: true })
})

// The short run covers the unknown label of alertmanager.test.ts.
test.skipIf(isShort)(
  'Z-08 an unknown severity, service or place is left out and reported, and the defaults apply',
  async () => {
    const { send } = await sender('other', { severity_tid: 19, services: [service.tid] })
    const sent = await send({
      id: 1,
      status: 'firing',
      title: 'Slow',
      severity: 'odd',
      service: 'Unheard of',
      data_center: 'Moon',
    })
    const [{ record, why }] = sent.json().data.results
    expect(why.join(' ')).toMatch(
      /There is no severity "odd".*There is no service "Unheard of".*There is no data center "Moon"/,
    )
    expect(await seen(record)).toMatchObject({ title: 'Slow', severityId: 19 })
    const note = await site.database.db
      .selectFrom('record_internals')
      .where('record_id', '=', record)
      .select('internal_note')
      .executeTakeFirstOrThrow()
    expect(note.internal_note).toContain('There is no service "Unheard of"')
  },
)

test('Z-08 a severity that staff retire loses no alert: it is reported, and another applies', async () => {
  const { db } = site.database
  const { tid } = await db
    .insertInto('severities')
    .values({ name: 'Own severity', color_code: '#123456', status_icon: 'x', rank: 55 })
    .returning('tid')
    .executeTakeFirstOrThrow()
  const mapping = {
    ...(await data('GET', `/${(await sender('other')).id}`)).mapping,
    severities: [{ value: 'bad', severity_tid: tid }],
  }
  const { send } = await sender('other', { severity_tid: tid, services: [service.tid], mapping })
  await db.updateTable('severities').set({ retired_at: site.clock.now }).where('tid', '=', tid).execute()
  const opened = (
    await send({ id: 1, status: 'firing', title: 'Slow', severity: 'Service Degradation' })
  ).json()
  const [{ record }] = opened.data.results
  passTo('03:07:00')
  const worse = await send({ id: 1, status: 'firing', title: 'Slow', text: 'Worse', severity: 'bad' })
  expect(worse.statusCode, worse.body).toBe(200)
  const [{ why }] = worse.json().data.results
  expect(why.join(' ')).toContain(`There is no severity ${tid}.`)
  expect(await seen(record)).toMatchObject({ severityId: 19 })
})

test('Z-08 a table names places and severities; a service brings its cloud', async () => {
  const mapping = {
    ...(await data('GET', `/${(await sender('other')).id}`)).mapping,
    severities: [{ value: '*', severity_tid: 20 }],
    places: [{ value: 'chk-eu-1', kind: 'service', id: service.tid }],
  }
  const { send } = await sender('other', { clouds: [], mapping })
  const { record } = (
    await send({ id: 1, status: 'firing', title: 'Slow', severity: 'x', service: 'chk-eu-1' })
  ).json().data.results[0]
  expect(await seen(record)).toMatchObject({ severityId: 20, clouds: [CLOUD] })
})

test('Z-08 without a cloud the incident stays a draft, and the log says why; a sender may make drafts only', async () => {
  const nowhere = await sender('other', { clouds: [] })
  const [result] = (await nowhere.send({ id: 1, status: 'firing', title: 'Slow' })).json().data.results
  expect(result).toMatchObject({
    outcome: 'opened',
    why: ['It stays a draft. Please choose at least one cloud.'],
  })
  const careful = await sender('other', { publishes: false })
  const [draft] = (await careful.send({ id: 1, status: 'firing', title: 'Slow' })).json().data.results
  expect(draft).toMatchObject({ outcome: 'opened', why: ['It is a draft: this sender doesn’t publish.'] })
  expect(await seen(draft.record)).toBeNull()
  expect((await careful.send({ id: 1, status: 'resolved' })).json().data.results[0]).toMatchObject({
    outcome: 'unchanged',
    record: draft.record,
  })
})

test('Z-08 200 alerts in one payload: one incident per key, even if sent twice at the same time', async () => {
  const mapping = {
    ...(await data('GET', `/${(await sender('other')).id}`)).mapping,
    alerts: '$',
    incident: '{{group}}',
    alert: '{{id}}',
  }
  const { send } = await sender('other', { mapping })
  const storm = Array.from({ length: 200 }, (_, at) => ({
    id: at,
    group: `g${at % 3}`,
    status: 'firing',
    title: 'Storm',
  }))
  const both = await Promise.all([send(storm), send(storm)])
  const results = both.flatMap(
    (answer) => answer.json().data.results as { outcome: string; record: number }[],
  )
  expect(results.filter(({ outcome }) => outcome === 'opened')).toHaveLength(3)
  expect(new Set(results.map(({ record }) => record)).size).toBe(3)
})

test.skipIf(isShort)(
  'Z-08 the end of something unknown changes nothing; a changed mapping doesn’t find what the old one opened',
  async () => {
    const { id, send } = await sender('other')
    expect((await send({ id: 1, status: 'resolved' })).json().data.results[0]).toMatchObject({
      outcome: 'unchanged',
      record: null,
      why: ['No incident is open for it, so its end changes nothing.'],
    })
    const { record } = (await send({ id: 2, status: 'firing', title: 'Slow' })).json().data.results[0]
    const { mapping } = await data('GET', `/${id}`)
    await save(id, { mapping: { ...mapping, incident: 'new {{id}}' } })
    expect((await send({ id: 2, status: 'resolved' })).json().data.results[0]).toMatchObject({
      outcome: 'unchanged',
      record: null,
    })
    expect(await seen(record)).toMatchObject({ status: 'In Progress' })
    // Payloads that arrived can be processed again once the mapping is right.
    await save(id, { mapping })
    const [newest] = await log(id)
    const again = await data('POST', `/${id}/deliveries/${newest?.id}/run`)
    expect(again).toMatchObject({ outcome: 'resolved', results: [{ record }] })
    expect(await seen(record)).toMatchObject({ status: 'Resolved' })
  },
)

test('Z-08 what people did meanwhile stays', async () => {
  const { send } = await sender('other')
  const { record } = (await send({ id: 1, status: 'firing', title: 'Slow' })).json().data.results[0]
  const at = { actor: SYSTEM, mayEdit: MAY_EDIT_ALL, notifies: false }
  const closed = await site.database.db
    .selectFrom('statuses')
    .where('class', '=', 'resolved')
    .select('id')
    .executeTakeFirstOrThrow()
  passTo('03:07:00')
  await postUpdate(site.database.db, {
    ...at,
    recordId: record,
    body: '<p>Done.</p>',
    statusId: closed.id,
    now: site.clock.now,
  })
  passTo('03:08:00')
  expect((await send({ id: 1, status: 'firing', severity: '20' })).json().data.results[0]).toMatchObject({
    outcome: 'left-to-people',
    record,
  })
  expect(await seen(record)).toMatchObject({ status: 'Resolved' })
})

test.skipIf(isShort)(
  'Z-08 a sender that is off only logs, and its payloads can be previewed with mistakes by field',
  async () => {
    const { id, send } = await sender('other', { is_on: false })
    const sent = await send({ id: 1, status: 'firing', title: 'Slow', service: service.name })
    expect([sent.statusCode, sent.json().data.outcome]).toEqual([202, 'paused'])
    const [line] = await log(id)
    const { payload } = await data('GET', `/${id}/deliveries/${line?.id}`)
    const { name: _, version: __, ...settings } = await data('GET', `/${id}`)
    const preview = (change: object, of = payload): Promise<SenderPreview> =>
      data('POST', `/${id}/preview`, { ...settings, ...change, payload: of })
    expect(await preview({})).toMatchObject({
      kind: 'read',
      incidents: [
        { outcome: 'opened', title: 'Slow', services: [service.tid], clouds: [cloud.id], firing: 1, why: [] },
      ],
    })
    expect(await preview({ mapping: { ...settings.mapping, state: 'a..b' } })).toMatchObject({
      incidents: [],
      errors: { state: expect.stringContaining('not a valid path') },
    })
    expect(await preview({ mapping: { ...settings.mapping, state: 'missing' } })).toMatchObject({
      errors: { state: 'The payload has nothing at missing.' },
    })
    expect(await preview({}, '{')).toEqual({ kind: 'unreadable', sentence: 'It is not valid JSON.' })
    const run = await staff('POST', `/${id}/deliveries/${line?.id}/run`)
    expect([run.statusCode, run.json().message]).toEqual([
      409,
      'This sender is off. Switch it on first, then run this again.',
    ])
    // The preview is correct, and changed nothing.
    await save(id, { is_on: true })
    const opened = await data('POST', `/${id}/deliveries/${line?.id}/run`)
    expect(opened.outcome).toBe('opened')
    expect(await preview({ is_on: true })).toMatchObject({
      incidents: [{ outcome: 'unchanged', record: opened.results[0].record, title: 'Slow' }],
    })
    expect(await preview({}, '{"id":1,"status":"resolved"}')).toMatchObject({
      incidents: [{ outcome: 'resolved', body: '<p>Our monitoring shows that the problem is over.</p>' }],
    })
  },
)

test('Z-08 a wrong key, a program’s token and a wrong signature are refused', async () => {
  const { id, key, send } = await sender('pagerduty', { signing_secret: 'shared secret' })
  const body = JSON.stringify(pagerDuty('incident.triggered', '03:00:00'))
  const json = { 'content-type': 'application/json' }
  const signature = (secret: string) => `v1=${createHmac('sha256', secret).update(body).digest('hex')}`
  const wrong = await send(body, { ...json, 'x-pagerduty-signature': signature('other') })
  expect([wrong.statusCode, wrong.json()]).toEqual([
    401,
    { message: 'This token is unknown, expired or revoked.' },
  ])
  expect((await send(body, json)).statusCode).toBe(401)
  expect(
    (await log(id)).map(({ outcome, has_payload, results }) => [outcome, has_payload, results[0]?.why]),
  ).toEqual([
    ['refused', false, ['Its signature is missing or wrong.']],
    ['refused', false, ['Its signature is missing or wrong.']],
  ])
  expect(
    (await send(body, { ...json, 'x-pagerduty-signature': signature('shared secret') })).statusCode,
  ).toBe(200)
  // In the URL, for products that can't send headers.
  const url = `/api/v1/alerts/${key}`
  const headers = { ...json, 'x-pagerduty-signature': signature('shared secret') }
  expect((await site.app.inject({ method: 'POST', url, headers, payload: body })).statusCode).toBe(200)
  expect(
    (
      await site.app.inject({
        method: 'POST',
        url: `/api/v1/alerts/cnd_${'x'.repeat(43)}`,
        headers,
        payload: body,
      })
    ).statusCode,
  ).toBe(401)
  expect(JSON.stringify(site.log)).not.toContain(key)
  const program = await site.program()
  expect((await program.ask('/alerts', { method: 'POST', body: {} })).statusCode).toBe(403)
  // The key of a sender allows nothing else, and can't override its settings.
  expect(
    (await askWith(site, `Bearer ${key}`, '/alertmanager?publish=1', { method: 'POST', body: {} }))
      .statusCode,
  ).toBe(403)
  expect((await askWith(site, `Bearer ${key}`, '/records')).statusCode).toBe(403)
  const stored = JSON.stringify([
    await data('GET', `/${id}`),
    await site.database.db.selectFrom('audit_log').where('entity', '=', 'sender').selectAll().execute(),
  ])
  expect(stored).not.toContain('shared secret')
  expect(stored).not.toContain(key)
})

test('Z-08 invalid JSON, other content types, deep and huge bodies are refused and logged', async () => {
  const { id, send } = await sender('other')
  const json = { 'content-type': 'application/json' }
  expect((await send('{', json)).statusCode).toBe(422)
  expect((await send(`${'['.repeat(70)}${']'.repeat(70)}`, json)).statusCode).toBe(422)
  expect((await send('id=1', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415)
  expect((await send(`"${'x'.repeat(SENDER_BODY_BYTES)}"`, json)).statusCode).toBe(413)
  expect((await log(id)).map(({ results }) => results[0]?.why[0])).toEqual([
    'It is larger than 1024 kB.',
    'Its content type is not application/json.',
    'It is nested more than 64 levels deep.',
    'It is not valid JSON.',
  ])
  expect((await askWith(site, undefined, '/alerts', { method: 'POST', body: {} })).statusCode).toBe(401)
})

// The short run covers the conflict of two saves in site-editing-public.test.ts.
test.skipIf(isShort)(
  'Z-08 two administrators: the second gets 409, and a name in use is refused',
  async () => {
    const { id, name } = await sender('other')
    const {
      hint: _,
      preset: __,
      last_at: ___,
      last_outcome: ____,
      has_signing_secret: _____,
      ...before
    } = await data('GET', `/${id}`)
    await data('POST', `/${id}`, { ...before, notifies: false })
    expect((await staff('POST', `/${id}`, before)).statusCode).toBe(409)
    const other = await sender('other')
    const {
      hint: a,
      preset: b,
      last_at: c,
      last_outcome: d,
      has_signing_secret: e,
      ...now
    } = await data('GET', `/${other.id}`)
    const taken = await staff('POST', `/${other.id}`, { ...now, name })
    expect([taken.statusCode, Object.keys(taken.json().errors)]).toEqual([422, ['name']])
    const { asked } = await site.database.db.transaction().execute(async (trx) => {
      await trx.updateTable('api_tokens').set({ name: 'Just taken' }).where('name', '=', name).execute()
      const asked = staff('POST', `/${other.id}`, { ...now, name: 'Just taken' })
      await untilSomeoneWaits(site.database.db)
      return { asked }
    })
    expect([(await asked).statusCode, Object.keys((await asked).json().errors)]).toEqual([422, ['name']])
    const wrong = await staff('POST', `/${other.id}`, { ...now, mapping: { ...now.mapping, incident: '' } })
    expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['mapping.incident']])
  },
)

test('Z-08 a new key replaces the old one; a removed sender leaves its incidents to people', async () => {
  const { id, key, name, send } = await sender('other')
  const { record } = (await send({ id: 1, status: 'firing', title: 'Slow' })).json().data.results[0]
  const { key: newer } = await data('POST', `/${id}/key`)
  expect((await send({ id: 1, status: 'resolved' })).statusCode).toBe(401)
  const withKey = (with_: string) =>
    askWith(site, `Bearer ${with_}`, '/alerts', { method: 'POST', body: { id: 9, status: 'resolved' } })
  expect((await withKey(newer)).statusCode).toBe(200)
  const tokens = (
    await site.app.inject({ url: '/api/admin/tokens', headers: { cookie: admin.cookie } })
  ).json().data
  expect(tokens.some((token: { name: string }) => token.name === name)).toBe(false)
  expect((await staff('POST', `/${id}/remove`)).statusCode).toBe(204)
  expect((await staff('POST', `/${id}/remove`)).statusCode).toBe(404)
  expect((await withKey(newer)).statusCode).toBe(401)
  expect((await withKey(key)).statusCode).toBe(401)
  expect(await seen(record)).toMatchObject({ status: 'In Progress' })
  const actions = await site.database.db
    .selectFrom('audit_log')
    .where('entity', '=', 'sender')
    .where('entity_id', '=', String(id))
    .select('action')
    .orderBy('id')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual([
    'make-sender',
    'change-sender',
    'renew-sender-key',
    'remove-sender',
  ])
})

test('Z-08 the log keeps the newest payloads, filters by outcome, and ends after 30 days', async () => {
  const { id, send } = await sender('other', { is_on: false })
  await send({ id: 1 })
  await sql`
    insert into sender_deliveries (sender_id, at, bytes, outcome, results, payload)
    select sender_id, at, bytes, outcome, results, payload
    from sender_deliveries, generate_series(1, ${KEPT_PAYLOADS}) where sender_id = ${id}`.execute(
    site.database.db,
  )
  await send({ id: 2 })
  const counts = await site.database.db
    .selectFrom('sender_deliveries')
    .where('sender_id', '=', id)
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('payload').as('payloads')])
    .executeTakeFirstOrThrow()
  expect(counts).toEqual({ all: KEPT_PAYLOADS + 2, payloads: KEPT_PAYLOADS })
  const page = (await staff('GET', `/api/admin/sender-log?sender=${id}`)).json()
  expect(page.data).toHaveLength(25)
  const next = (await staff('GET', `/api/admin/sender-log?sender=${id}&before=${page.older}`)).json()
  expect(next.data[0].id).toBeLessThan(page.older)
  expect(await data('GET', `/api/admin/sender-log?sender=${id}&outcome=opened`)).toEqual([])
  const [newest] = await data('GET', '/api/admin/sender-log')
  expect(newest).toMatchObject({ sender: { id }, outcome: 'paused' })
  await sweep(site.database.db, new Date('2026-12-16T03:00:00Z'))
  const left = await site.database.db
    .selectFrom('sender_deliveries')
    .where('sender_id', '=', id)
    .select('id')
    .execute()
  expect(left).toEqual([])
})

test('Z-08 an unknown place opens a draft instead of an incident of the whole cloud', async () => {
  const { id, send } = await sender('pagerduty')
  const unknown = { service: { summary: 'Unheard of' } }
  const [result] = (await send(pagerDuty('incident.triggered', '03:00:00', unknown))).json().data.results
  expect([result.outcome, await seen(result.record)]).toEqual(['opened', null])
  expect(result.why).toEqual([
    expect.stringContaining('It is a draft: it names an unknown place'),
    expect.stringContaining('There is no service "Unheard of"'),
  ])
  expect((await log(id))[0]?.results[0]?.why).toEqual(result.why)
})

test.skipIf(isShort)(
  'Z-08 a sender without its default service or cloud, which were removed, opens drafts',
  async () => {
    const { db } = site.database
    const { id, send } = await sender('other')
    const gone = (values: object) => db.updateTable('senders').set(values).where('id', '=', id).execute()
    await gone({ services: [999_999] })
    const [service] = (await send({ id: 1, status: 'firing', title: 'Slow' })).json().data.results
    expect([service.outcome, await seen(service.record)]).toEqual(['opened', null])
    expect(service.why).toEqual([
      expect.stringContaining(
        'It is a draft: the default services and data centers of this sender were removed',
      ),
    ])

    await db.updateTable('clouds').set({ retired_at: new Date() }).where('id', '!=', cloud.id).execute()
    onTestFinished(async () => {
      await db.updateTable('clouds').set({ retired_at: null }).execute()
    })
    await gone({ services: [], clouds: [999_999] })
    const [elsewhere] = (await send({ id: 2, status: 'firing', title: 'Slow' })).json().data.results
    expect([elsewhere.outcome, await seen(elsewhere.record)]).toEqual(['opened', null])
    expect(elsewhere.why).toEqual([expect.stringContaining('It stays a draft.')])
  },
)

// The short run covers the times of automation-state.test.ts.
test.skipIf(isShort)(
  'Z-08 a start in the future doesn’t make the end late, and a time without a zone is reported',
  async () => {
    const { send } = await sender('other')
    const starts_at = '2026-11-15T05:00:00'
    const [opened] = (await send({ id: 1, status: 'firing', title: 'Slow', starts_at })).json().data.results
    expect(opened.why).toEqual([`“${starts_at}” at starts_at has no time zone and was read as UTC.`])
    passTo('03:10:00')
    const over = { id: 1, status: 'resolved', starts_at: `${starts_at}Z` }
    expect((await send(over)).json().data.results[0]).toMatchObject({
      outcome: 'resolved',
      record: opened.record,
    })
  },
)

// The short run covers alerts that wait, in approval-programs.test.ts.
test.skipIf(isShort)(
  'Z-08 what waits for a second person is answered with 202, and the log and the preview say so',
  async () => {
    const { id, send } = await sender('other')
    const [{ record }] = (await send({ id: 1, status: 'firing', title: 'Slow' })).json().data.results
    const rule = (updates: boolean) =>
      site.database.db.transaction().execute((trx) =>
        writeSetting(trx, {
          key: 'approval',
          value: { kinds: updates ? ['incident'] : [], clouds: [], updates },
          at: site.clock.now,
        }),
      )
    await rule(true)
    onTestFinished(() => rule(false))
    const why = ['It waits for approval by a second person.']
    const { name: _, version: __, ...settings } = await data('GET', `/${id}`)
    const over = { id: 1, status: 'resolved' }
    const preview = await data('POST', `/${id}/preview`, { ...settings, payload: JSON.stringify(over) })
    expect(preview.incidents[0]).toMatchObject({ outcome: 'resolved', record, why })
    const sent = await send(over)
    expect([sent.statusCode, sent.json().data.results[0]]).toMatchObject([202, { outcome: 'resolved', why }])
    expect((await log(id))[0]?.results[0]).toMatchObject({ why })
    expect(await seen(record)).toMatchObject({ status: 'In Progress' })
  },
)
