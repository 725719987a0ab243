import { Statuspage } from 'statuspage.io'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { indicatorOfState } from '../../src/domain/statuspage/statuspage-words.ts'
import type { Edition, SiteCloud } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { openIncidents, recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { HOSTILE_TITLE, withChanged } from '../support/hostile-records.ts'
import { type StatuspageName, statuspageSchemas } from '../support/schemas/statuspage-schemas.ts'
import { wrongsOf } from '../support/schemas/wrongs-of.ts'
import { standingHolder, type TestApp, testApp, testConfig } from '../support/test-app.ts'

const NAMES = Object.keys(statuspageSchemas) as StatuspageName[]
const { publicUrl } = testConfig()
const MINUTE_MS = 60_000

let edition: Edition
let first: SiteCloud
let site: TestApp
let origin: string
let now = new Date()
const holder = standingHolder(new Date())

beforeAll(async () => {
  edition = await demoEdition()
  first = edition.site.clouds[0] as SiteCloud
  site = await testApp({ holder, clock: () => now })
  origin = await site.app.listen({ host: '127.0.0.1', port: 0 })
})

beforeEach(() => {
  now = new Date()
  holder.hold(edition)
})

afterAll(() => site.app.close())

async function get(url: string) {
  const answer = await site.app.inject(url)
  expect(answer.statusCode, url).toBe(200)
  return answer.json()
}

function changed(kind: 'incident' | 'maintenance', change: Partial<EditionRecord>) {
  const record = must(recordsOfCloud(edition.records, kind, first.id)[0])
  const service = must(first.serviceCategories[0]?.services.find(({ isActive }) => isActive))
  const center = must(
    first.regions
      .flatMap(({ dataCenters }) => dataCenters)
      .find(({ isActive, isPremium }) => isActive && !isPremium),
  )
  const places = { clouds: [first.id], services: [service.tid], dataCenters: [center.tid] }
  return { record, service, center, change: { ...places, ...change } }
}

function holdOnly(...wanted: ReturnType<typeof changed>[]) {
  const others = [
    ...openIncidents(edition.records, first.id),
    ...recordsOfCloud(edition.records, 'maintenance', first.id),
  ].filter(({ id }) => !wanted.some(({ record }) => record.id === id))
  const closed = others.map((record) => ({ record, change: { closed_on: record.closed_on ?? now } }))
  holder.hold(withChanged(edition, [...closed, ...wanted]))
}

/** Every post of the first cloud has hostile text; one incident is open, one maintenance active, and one upcoming. */
function holdHostile() {
  const incidents = recordsOfCloud(edition.records, 'incident', first.id)
  const works = recordsOfCloud(edition.records, 'maintenance', first.id)
  const [open, running, planned] = [must(incidents[0]), must(works[0]), must(works[1])]
  const inHours = (hours: number) => new Date(now.getTime() + hours * 60 * MINUTE_MS)
  const scheduled = {
    event_type: 'scheduled',
    status_id: 1,
    actual_from_time: null,
    closed_on: null,
  } as const
  const changes = new Map<EditionRecord, Partial<EditionRecord>>([
    [open, { closed_on: null }],
    [running, { ...scheduled, from_time: inHours(-1), to_time: inHours(1) }],
    [planned, { ...scheduled, from_time: inHours(1), to_time: inHours(2) }],
  ])
  const hostile = { title: HOSTILE_TITLE, summary: '', body: '<p>A <b>queue</b> &amp; more</p><p>Two</p>' }
  const all = [...incidents, ...works]
  holder.hold(
    withChanged(
      edition,
      all.map((record) => ({ record, change: { ...hostile, ...changes.get(record) } })),
    ),
  )
  return { open, running, planned }
}

function must<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The demo has one.')
  return found
}

describe.each(NAMES)('L-03 Statuspage %s', (name) => {
  test('is valid for strict clients', async () => {
    const { clouds } = edition.site
    for (const { domain, machine_name } of sized({
      short: clouds.slice(0, 1).concat(clouds.slice(-1)),
      long: clouds,
    })) {
      const document = await get(`/${domain}/api/v2/${name}`)
      expect(wrongsOf(statuspageSchemas[name], document), domain).toEqual([])
      expect(document.page).toMatchObject({ id: machine_name, url: `${publicUrl}/${domain}` })
    }
  })

  test('without a cloud uses the first one; has open CORS, costs a 304 when unchanged, and rejects writes', async () => {
    const url = `/${first.domain}/api/v2/${name}`
    const answer = await site.app.inject(url)
    expect((await site.app.inject(`/api/v2/${name}`)).body).toBe(answer.body)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const headers = { 'if-none-match': String(answer.headers.etag) }
    expect((await site.app.inject({ url, headers })).statusCode).toBe(304)
    expect((await site.app.inject({ url, method: 'DELETE' })).statusCode).toBe(405)
  })

  test('keeps hostile titles as they are, and bodies as plain text', async () => {
    const { open, running, planned } = holdHostile()
    const expected: Partial<Record<StatuspageName, EditionRecord[]>> = {
      'summary.json': [open, running, planned],
      'incidents.json': [open],
      'incidents/unresolved.json': [open],
      'scheduled-maintenances.json': [running, planned],
      'scheduled-maintenances/active.json': [running],
      'scheduled-maintenances/upcoming.json': [planned],
    }
    const document = await get(`/api/v2/${name}`)
    expect(wrongsOf(statuspageSchemas[name], document)).toEqual([])
    const posts = [...(document.incidents ?? []), ...(document.scheduled_maintenances ?? [])]
    const ids = expected[name]?.map(({ id }) => String(id)) ?? []
    expect(posts.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    for (const post of posts) {
      expect(post.name).toBe(HOSTILE_TITLE)
      expect(post.incident_updates.at(-1).body).toBe('A queue & more\n\nTwo')
    }
  })
})

test('L-03 Statuspage: an unknown cloud gets a JSON 404', async () => {
  for (const url of ['/nowhere.example/api/v2/summary.json', '/%00/api/v2/status.json']) {
    const answer = await site.app.inject(url)
    expect([answer.statusCode, typeof answer.json().message]).toEqual([404, 'string'])
  }
})

test('L-03 Statuspage: the indicator matches the verdict of every cloud', async () => {
  const said = new Set<string>()
  for (const { domain, machine_name } of edition.site.clouds) {
    const { status } = await get(`/${domain}/api/v2/status.json`)
    const verdict = (await get(`/api/verdict?cloud=${machine_name}`)).data
    expect(status.indicator, domain).toBe(indicatorOfState(verdict.state))
    expect(status.description).toBe(
      verdict.state === 'operational' ? 'All Systems Operational' : verdict.trouble + verdict.rest,
    )
    said.add(status.indicator)
  }
  expect(said.size).toBeGreaterThan(1)
})

test('L-03 Statuspage: groups name their members, IDs are unique, and posts refer to existing components', async () => {
  const { components } = await get('/api/v2/components.json')
  const ids = components.map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const groups = components.filter(({ group }: { group: boolean }) => group)
  expect(groups.map(({ name }: { name: string }) => name)).toEqual([
    ...first.serviceCategories.map(({ title }) => title),
    ...first.regions.map(({ title }) => title),
  ])
  for (const group of groups) {
    const members = components.filter((each: { group_id: string }) => each.group_id === group.id)
    expect(members.map(({ id }: { id: string }) => id)).toEqual(group.components)
  }
  const { incidents } = await get('/api/v2/incidents.json')
  const named = incidents.flatMap((each: { components: { id: string }[] }) => each.components)
  expect(named.length).toBeGreaterThan(0)
  for (const { id } of named) expect(ids).toContain(id)
})

test('L-03 Statuspage: an open incident is on its components, in the summary and under unresolved until closed', async () => {
  const wanted = changed('incident', { severity_tid: 20, status_id: 2, closed_on: null })
  holdOnly(wanted)
  const summary = await get('/api/v2/summary.json')
  expect(summary.status.indicator).toBe('critical')
  expect(summary.incidents).toHaveLength(1)
  expect(summary.incidents[0]).toMatchObject({
    id: String(wanted.record.id),
    status: 'identified',
    impact: 'critical',
    resolved_at: null,
    shortlink: `${publicUrl}/${first.domain}/posts/${wanted.record.id}`,
  })
  const bad = summary.components.filter(({ status }: { status: string }) => status !== 'operational')
  expect(bad.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual(
    expect.arrayContaining([
      [`service-${wanted.service.tid}`, 'major_outage'],
      [`center-${wanted.center.tid}`, 'major_outage'],
    ]),
  )
  expect(bad.length).toBe(4)
  expect((await get('/api/v2/incidents/unresolved.json')).incidents).toEqual(summary.incidents)

  holdOnly({ ...wanted, change: { ...wanted.change, closed_on: now, to_time: null } })
  const later = await get('/api/v2/summary.json')
  expect([later.status.indicator, later.incidents]).toEqual(['none', []])
  const { incidents } = await get('/api/v2/incidents.json')
  const own = incidents.find(({ id }: { id: string }) => id === String(wanted.record.id))
  expect(own).toMatchObject({ status: 'resolved', resolved_at: now.toISOString() })
})

test('L-03 Statuspage: maintenance becomes active at its time, without a publication', async () => {
  const from = new Date(Math.ceil(now.getTime() / MINUTE_MS) * MINUTE_MS + 3 * MINUTE_MS)
  const wanted = changed('maintenance', {
    event_type: 'scheduled',
    status_id: 1,
    from_time: from,
    to_time: new Date(from.getTime() + 60 * MINUTE_MS),
    actual_from_time: null,
    actual_to_time: null,
    closed_on: null,
  })
  holdOnly(wanted)
  const idsAt = async (name: string) =>
    (await get(`/api/v2/scheduled-maintenances/${name}.json`)).scheduled_maintenances.map(
      ({ id, status }: { id: string; status: string }) => `${id} ${status}`,
    )
  expect([await idsAt('upcoming'), await idsAt('active')]).toEqual([[`${wanted.record.id} scheduled`], []])
  now = from
  expect([await idsAt('upcoming'), await idsAt('active')]).toEqual([[], [`${wanted.record.id} in_progress`]])
  const { components, status } = await get('/api/v2/summary.json')
  const center = components.find(({ id }: { id: string }) => id === `center-${wanted.center.tid}`)
  expect([center.status, status.indicator]).toEqual(['under_maintenance', 'none'])
})

const OVER = [
  ['postponed', { event_type: 'postponed', status_id: 7 }],
  ['canceled', { event_type: 'postponed', status_id: 8 }],
  ['completed', { event_type: 'completed', status_id: 4 }],
] as const

test.each(sized<readonly (typeof OVER)[number][]>({ short: OVER.slice(0, 1), long: OVER }))(
  'L-03 Statuspage: maintenance that was %s is neither active nor upcoming',
  async (_, change) => {
    const wanted = changed('maintenance', {
      ...change,
      from_time: new Date(now.getTime() + 60 * MINUTE_MS),
      closed_on: now,
    })
    holdOnly(wanted)
    expect((await get('/api/v2/scheduled-maintenances/upcoming.json')).scheduled_maintenances).toEqual([])
    expect((await get('/api/v2/scheduled-maintenances/active.json')).scheduled_maintenances).toEqual([])
    const all = (await get('/api/v2/scheduled-maintenances.json')).scheduled_maintenances
    const own = all.find(({ id }: { id: string }) => id === String(wanted.record.id))
    expect(own).toMatchObject({ status: 'completed', impact: 'maintenance' })
  },
)

test("L-03 Statuspage: updates are newest first, and never newer than the page's timestamp", async () => {
  for (const name of NAMES) {
    const { page, ...rest } = await get(`/api/v2/${name}`)
    const rows = Object.values<unknown>(rest).filter(Array.isArray).flat() as {
      updated_at: string
      incident_updates?: { created_at: string }[]
    }[]
    for (const row of rows) {
      expect(Date.parse(row.updated_at)).toBeLessThanOrEqual(Date.parse(page.updated_at))
      const times = row.incident_updates?.map(({ created_at }) => Date.parse(created_at)) ?? []
      expect(
        times.slice(1).every((time, at) => time <= (times[at] ?? 0)),
        name,
      ).toBe(true)
    }
  }
})

test('L-03 Statuspage: an npm client can read everything it supports', async () => {
  const client = new Statuspage('northwall')
  client.setApiUrl(`${origin}/${first.domain}`)
  const { api } = client
  expect((await api.getSummary()).page.id).toBe(first.machine_name)
  expect((await api.getStatus()).status.indicator).toMatch(/^(none|minor|major|critical)$/)
  expect((await api.getComponents()).components.length).toBeGreaterThan(0)
  expect((await api.incidents.getAll()).incidents).toHaveLength(50)
  expect(Array.isArray((await api.incidents.getUnresolved()).incidents)).toBe(true)
  for (const read of ['getActive', 'getAll', 'getUpcoming'] as const) {
    expect(Array.isArray((await api.scheduledMaintenances[read]()).scheduled_maintenances)).toBe(true)
  }
})
