import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StatuspageSaid } from '../../src/contract/imports.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import { type Edition, findCloud } from '../../src/edition/edition.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { editionOf } from '../support/demo-edition.ts'
import { CLOUD, subscriber } from '../support/subscriber.ts'

const SUMMARY = readFileSync(new URL('./statuspage/summary.json', import.meta.url), 'utf8')
const URL_OF_IMPORT = '/api/admin/imports/statuspage'

let site: AccountSite
let staff: Awaited<ReturnType<typeof subscriber>>

beforeAll(async () => {
  site = await accountSite()
  staff = await subscriber(site, { roles: ['trust_admin'] })
})

afterAll(() => site.stop())

describe('importing a Statuspage', () => {
  test('previews first, without changes', async () => {
    const before = await editionOf(site.database.db)
    const said = await look(SUMMARY)
    expect(said).toMatchObject({
      is_done: false,
      problems: [],
      new_categories: ['Gateway'],
      new_services: ['Tunnel brokers'],
      known_services: ['web security'],
      incidents: ['Tunnels drop'],
      maintenances: ['New broker software'],
      updates: 1,
      left_out: [],
    })
    expect(await loadEdition(site.database.db, before)).toBe(before)
  })

  test('does exactly what was previewed, in one edition, and notifies no one', async () => {
    const publications = await countOf('publications')
    const { plan } = await look(SUMMARY)
    const refused = await staff.post(URL_OF_IMPORT, { files: [file('{"incidents":[]}')], cloud: CLOUD, plan })
    expect(refused.statusCode).toBe(409)

    expect(await look(SUMMARY, plan)).toMatchObject({ is_done: true })
    const edition = await editionOf(site.database.db)
    const categories = findCloud(edition, CLOUD)?.serviceCategories ?? []
    const gateway = categories.find(({ title }) => title === 'Gateway')
    expect(gateway?.services).toMatchObject([{ name: 'Tunnel brokers', info: 'Where tunnels end.' }])
    const incident = recordTitled(edition, 'Tunnels drop')
    expect(incident).toMatchObject({
      kind: 'incident',
      severity_tid: 20,
      event_type: 'service_disruption',
      body: '<p>Some tunnels drop.</p><p>We look into it.</p>',
      from_time: new Date('2026-10-30T07:45:00Z'),
      closed_on: null,
      updates: [{ posted_on: new Date('2026-10-30T09:00:00Z') }],
    })
    expect(incident?.services).toHaveLength(2)
    expect(incident?.updates[0]?.body).not.toContain('<script')
    expect(recordTitled(edition, 'New broker software')).toMatchObject({
      kind: 'maintenance',
      event_type: 'scheduled',
      to_time: new Date('2026-12-06T02:00:00Z'),
    })
    expect(await countOf('publications')).toBe(publications)
  })

  test('adds nothing twice', async () => {
    const records = await countOf('records')
    const said = await look(SUMMARY)
    expect(said).toMatchObject({ new_services: [], new_categories: [], incidents: [], maintenances: [] })
    expect(said.left_out).toEqual([
      { what: 'incident', name: 'Tunnels drop', reason: 'It was imported before.' },
      { what: 'maintenance', name: 'New broker software', reason: 'It was imported before.' },
    ])
    await look(SUMMARY, said.plan)
    expect(await countOf('records')).toBe(records)
  })

  test('is in the audit log with its counts', async () => {
    const entry = await site.database.db
      .selectFrom('audit_log')
      .where('action', '=', 'import')
      .select(['actor', 'actor_user_id', 'entity_id', 'after'])
      .orderBy('id')
      .executeTakeFirst()
    expect(entry).toMatchObject({
      actor: 'trust_admin',
      actor_user_id: staff.uid,
      entity_id: 'y2j98763l56x',
      after: { services: 1, incidents: 1, maintenances: 1, updates: 1 },
    })
  })

  test.each([
    ['invalid JSON', '{"incidents": [}', /summary\.json/, /Not valid JSON/],
    ['unrelated JSON', '{"x":1}', /summary\.json/, /no components, incidents/],
    [
      'an incident without a time',
      '{"incidents":[{"id":"1","name":"a","status":"resolved"}]}',
      /summary\.json, line 1, created_at of incident 1 \(“a”\)/,
      /It is missing\./,
    ],
    ['a list of the wrong type', '{"components":{}}', /components/, /It must be a list/],
  ])('rejects %s and says where', async (_, text, where, message) => {
    const { problems, is_done } = await look(text)
    expect(is_done).toBe(false)
    expect(problems[0]?.where).toMatch(where)
    expect(problems[0]?.message).toMatch(message)
  })

  test('lists every mistake of a file at once, with line and field', async () => {
    const text = `{"incidents": [
      { "id": "1", "name": 5, "status": "resolved", "created_at": "yesterday",
        "incident_updates": [{ "id": "", "status": "resolved",
          "created_at": "2026-01-01T00:00:00Z" }] },
      7
    ], "components": [{ "id": "c", "group": "no" }]}`
    const { problems } = await look(text)
    expect(problems).toEqual([
      { where: 'summary.json, line 2, name of incident 1', message: 'It must be text in quotes.' },
      {
        where: 'summary.json, line 2, created_at of incident 1',
        message: 'It must be a time such as 2026-11-15T03:00:00Z.',
      },
      { where: 'summary.json, line 3, id of update 1 of incident 1', message: 'It is empty.' },
      { where: 'summary.json, line 5, incident 2', message: 'It must be an object in { }.' },
      { where: 'summary.json, line 6, name of component 1', message: 'It is missing.' },
      { where: 'summary.json, line 6, group of component 1', message: 'It must be true or false.' },
    ])
  })

  test('names every record with its mapping and what goes live', async () => {
    const incident = {
      id: 'live-1',
      name: 'Still slow',
      status: 'identified',
      impact: 'minor',
      created_at: '2026-11-01T08:00:00Z',
    }
    const over = {
      ...incident,
      id: 'over-1',
      name: 'Was slow',
      status: 'postmortem',
      resolved_at: '2026-11-01T09:00:00Z',
    }
    const said = await look(JSON.stringify({ incidents: [incident, over] }))
    expect(said.records).toEqual([
      {
        kind: 'incident',
        title: 'Still slow',
        their_status: 'identified',
        status: 'In Progress',
        their_impact: 'minor',
        severity: 'Service Degradation',
        services: [],
        starts_at: '2026-11-01T08:00:00.000Z',
        ends_at: null,
        updates: 0,
        has_postmortem: false,
        shown: 'open',
      },
      expect.objectContaining({ title: 'Was slow', status: 'Resolved', shown: 'history' }),
    ])
  })

  test.skipIf(isShort)('takes how each component is while the incident is open', async () => {
    const components = [
      { id: 'st-a', name: 'States A', status: 'major_outage' },
      { id: 'st-b', name: 'States B', status: 'degraded_performance' },
      { id: 'st-c', name: 'States C', status: 'operational' },
    ]
    const incident = {
      id: 'states-1',
      name: 'Half of it is down',
      status: 'identified',
      impact: 'critical',
      created_at: '2026-11-01T08:00:00Z',
      components,
    }
    const allUp = components.map((component) => ({ ...component, status: 'operational' }))
    const text = JSON.stringify({
      components,
      incidents: [incident, { ...incident, id: 'states-2', name: 'Up again, still open', components: allUp }],
    })
    const planned = (await look(text)).records.map(({ services }) => services)
    expect(planned).toEqual([
      ['States A', 'States B (Service Degradation)', 'States C'],
      ['States A', 'States B', 'States C'],
    ])
    const { plan } = await look(text)
    await look(text, plan)
    const stored = await site.database.db
      .selectFrom('record_services')
      .innerJoin('records', 'records.id', 'record_id')
      .innerJoin('services', 'services.tid', 'service_tid')
      .where('records.title', '=', 'Half of it is down')
      .select(['services.name', 'record_services.severity_tid'])
      .orderBy('services.name')
      .execute()
    // Since when the last one runs again isn't known, and its outage must not vanish.
    expect(stored.map(({ severity_tid }) => severity_tid)).toEqual([null, SEVERITY.serviceDegradation, null])
  })

  test('takes post-mortems of the public API and of the export, published ones only', async () => {
    const incident = (id: string, more: object) => ({
      id,
      name: `With a post-mortem ${id}`,
      status: 'postmortem',
      impact: 'minor',
      created_at: '2026-09-01T08:00:00Z',
      resolved_at: '2026-09-01T09:00:00Z',
      ...more,
    })
    const text = JSON.stringify({
      incidents: [
        incident('public', {
          incident_updates: [
            { id: 'b', status: 'postmortem', body: 'A **bad** plan.', created_at: '2026-09-03T08:00:00Z' },
            { id: 'a', status: 'resolved', body: 'It is over.', created_at: '2026-09-01T09:00:00Z' },
          ],
        }),
        incident('export', {
          postmortem_body: '## Cause\n\nA disk.<script>alert(1)</script>',
          postmortem_published_at: '2026-09-04T08:00:00Z',
        }),
        incident('draft', { postmortem_body: 'Not agreed yet.', postmortem_published_at: null }),
      ],
    })
    const { plan, records, left_out } = await look(text)
    expect(records.map(({ has_postmortem }) => has_postmortem)).toEqual([true, true, false])
    expect(left_out).toEqual([
      {
        what: 'post-mortem',
        name: 'With a post-mortem draft',
        reason: 'Its post-mortem is not published there.',
      },
    ])
    await look(text, plan)
    const edition = await editionOf(site.database.db)
    const postMortem = (name: string) => recordTitled(edition, name)?.postMortem
    expect(postMortem('With a post-mortem public')).toMatchObject({
      content: {
        what_happened: '<p>A <strong>bad</strong> plan.</p>',
        impact: '',
        why: '',
        what_we_do: '',
        actions: [],
      },
      published_on: new Date('2026-09-03T08:00:00Z'),
      updated_on: null,
    })
    expect(recordTitled(edition, 'With a post-mortem public')?.updates).toEqual([])
    expect(recordTitled(edition, 'With a post-mortem public')?.body).toBe('<p>It is over.</p>')
    expect(postMortem('With a post-mortem export')?.content.what_happened).toMatch(/^<h2>Cause<\/h2>/)
    expect(postMortem('With a post-mortem export')?.content.what_happened).not.toContain('script')
    expect(postMortem('With a post-mortem draft')).toBe(null)
  })

  test.skipIf(isShort)('reads incidents from a CSV whose columns are chosen by hand', async () => {
    const csv = {
      name: 'history.csv',
      text: 'Subject;Begin;End;Level;What we said\nMail late;2026-08-01 10:00;2026-08-01 11:30;minor;- All sent.\nWeb slow;2026-08-02 10:00;;minor;x',
    }
    const ask = async (more: object) =>
      (await staff.post(URL_OF_IMPORT, { files: [csv], cloud: CLOUD, ...more })).json().data as StatuspageSaid
    const first = await ask({})
    expect(first.problems).toEqual([
      {
        where: 'history.csv, line 1',
        message: 'There is no column title, started_at. Choose which of its columns to use.',
      },
    ])
    expect(first.tables[0]?.header).toEqual(['Subject', 'Begin', 'End', 'Level', 'What we said'])
    const columns = { title: 'Subject', started_at: 'Begin', resolved_at: 'End', impact: 'Level' }
    const wrong = await ask({ columns: { ...columns, impact: 'Subject' } })
    expect(wrong.problems.map(({ where }) => where)).toEqual([
      'history.csv, line 2, impact',
      'history.csv, line 3, impact',
    ])
    const { plan, records } = await ask({ columns: { ...columns, body: 'What we said' } })
    expect(records).toMatchObject([
      { title: 'Mail late', severity: 'Service Degradation', ends_at: '2026-08-01T11:30:00.000Z' },
      { title: 'Web slow', status: 'Resolved', shown: 'history' },
    ])
    await ask({ columns: { ...columns, body: 'What we said' }, plan })
    const edition = await editionOf(site.database.db)
    expect(recordTitled(edition, 'Mail late')?.body).toContain('All sent.')
    expect((await ask({ columns: { ...columns, body: 'What we said' } })).records).toEqual([])
  })

  test('rejects an unknown cloud, and users without permission', async () => {
    const files = [file(SUMMARY)]
    expect((await staff.post(URL_OF_IMPORT, { files, cloud: 'nowhere' })).statusCode).toBe(422)
    const editor = await subscriber(site, { roles: ['blog_editor'] })
    expect((await editor.post(URL_OF_IMPORT, { files, cloud: CLOUD })).statusCode).toBe(403)
  })
})

async function look(text: string, plan?: string): Promise<StatuspageSaid> {
  const asked = { files: [file(text)], cloud: CLOUD, ...(plan !== undefined && { plan }) }
  const answer = await staff.post(URL_OF_IMPORT, asked)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: StatuspageSaid }>().data
}

function file(text: string) {
  return { name: 'summary.json', text }
}

function recordTitled(edition: Edition, title: string) {
  return [...edition.records.byId.values()].find((record) => record.title === title)
}

async function countOf(table: 'records' | 'publications') {
  const { many } = await site.database.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
  return many
}
