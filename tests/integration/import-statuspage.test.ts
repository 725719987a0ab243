import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StatuspageSaid } from '../../src/contract/imports.ts'
import { type Edition, findCloud } from '../../src/edition/edition.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
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
      /number 1/,
      /created_at/,
    ],
    ['a list of the wrong type', '{"components":{}}', /components/, /Not a list/],
  ])('rejects %s and says where', async (_, text, where, message) => {
    const { problems, is_done } = await look(text)
    expect(is_done).toBe(false)
    expect(problems[0]?.where).toMatch(where)
    expect(problems[0]?.message).toMatch(message)
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
