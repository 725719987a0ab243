import { Ajv } from 'ajv'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BADGE_COLOURS, BADGE_STYLES, BADGE_THEMES, BADGE_WORDS } from '../../src/domain/badge/badge-look.ts'
import { cloudBadgePath, placeBadgePath, widgetPath } from '../../src/domain/machine-paths.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import { verdictOf } from '../../src/edition/answers/verdict-answer.ts'
import type { Edition, SiteCloud } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { nextShelf, openIncidents, recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const HOSTILE = 'Web & "Mail" <b>]]></b> \u0007 𝄞 שלום \u202eסוף 🚒'
const MINUTE_MS = 60_000

let edition: Edition
let site: TestApp
let now = new Date()
const holder = standingHolder(new Date())

beforeAll(async () => {
  edition = await demoEdition()
  site = await testApp({ holder, clock: () => now })
})

beforeEach(() => {
  now = new Date()
  holder.hold(edition)
})

afterAll(() => site.app.close())

function get(url: string, headers: Record<string, string> = {}) {
  return site.app.inject({ url, headers })
}

/** What a badge says to those who do not see it. */
async function said(url: string) {
  return /<title>(.*)<\/title>/.exec((await get(url)).body)?.[1]
}

function firstCloud(): SiteCloud {
  const [cloud] = edition.site.clouds
  if (cloud === undefined) throw new Error('The demo has clouds.')
  return cloud
}

/** The demo with nothing open or planned but what is given. */
function holdOnly(...changed: EditionRecord[]) {
  const open = [...edition.records.byId.values()]
    .filter(({ kind, closed_on }) => (kind === 'incident' || kind === 'maintenance') && closed_on === null)
    .map(({ id }) => id)
  const records = nextShelf(edition.records, {
    changed,
    withdrawn: open.filter((id) => !changed.some((it) => it.id === id)),
  })
  const next = { ...edition, records }
  holder.hold(next)
  return next
}

function anIncident(change: Partial<EditionRecord>): EditionRecord {
  const [incident] = recordsOfCloud(edition.records, 'incident', firstCloud().id)
  if (incident === undefined) throw new Error('The demo has incidents.')
  return { ...incident, closed_on: null, to_time: null, services: [], dataCenters: [], ...change }
}

function aMaintenance(change: Partial<EditionRecord>): EditionRecord {
  const [work] = recordsOfCloud(edition.records, 'maintenance', firstCloud().id)
  if (work === undefined) throw new Error('The demo has maintenance.')
  return { ...work, closed_on: null, event_type: 'scheduled', services: [], dataCenters: [], ...change }
}

describe('the badge of a cloud', () => {
  test('says the same as the page and the API', async () => {
    for (const cloud of edition.site.clouds) {
      const { state } = verdictOf(edition, cloud, new Date())
      expect(await said(cloudBadgePath(cloud.domain))).toBe(`${cloud.domain}: ${BADGE_WORDS[state]}`)
      const { data } = (await get(`/api/verdict?cloud=${cloud.machine_name}`)).json()
      expect(data.state).toBe(state)
    }
    expect(
      edition.site.clouds.some((cloud) => verdictOf(edition, cloud, new Date()).state !== 'operational'),
    ).toBe(true)
  })

  test('is an image that any page may show, and that runs nothing when it is opened', async () => {
    const { headers, statusCode } = await get(cloudBadgePath(firstCloud().domain))
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    })
    const again = await get(cloudBadgePath(firstCloud().domain), { 'if-none-match': String(headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  test('comes in every style and theme; other words are refused', async () => {
    const path = cloudBadgePath(firstCloud().domain)
    const bodies = await Promise.all(
      BADGE_STYLES.flatMap((style) =>
        BADGE_THEMES.map(async (theme) => (await get(`${path}?style=${style}&theme=${theme}`)).body),
      ),
    )
    expect(new Set(bodies).size).toBe(9)
    expect((await get(`${path}?style=flat&theme=light`)).headers.etag).toBe((await get(path)).headers.etag)
    expect((await get(`${path}?style=plastic`)).statusCode).toBe(400)
    expect((await get(`${path}?theme=pink`)).statusCode).toBe(400)
    expect((await get(`${path}?utm_source=mail`)).headers.etag).toBe((await get(path)).headers.etag)
  })

  test('takes words of one’s own, and keeps none of them', async () => {
    const path = cloudBadgePath(firstCloud().domain)
    const held = holder.hold(edition)
    await get(path)
    const before = held.answers.entries
    expect(before).toBeGreaterThan(0)
    for (let index = 0; index < 50; index++) {
      const { body, statusCode } = await get(`${path}?label=${encodeURIComponent(`"><script>${index}`)}`)
      expect(statusCode).toBe(200)
      expect(body).toContain(`&quot;&gt;&lt;script&gt;${index}: `)
      expect(body).not.toContain('<script')
    }
    expect(held.answers.entries).toBe(before)
    expect((await get(`${path}?label=${'x'.repeat(41)}`)).statusCode).toBe(400)
    expect(await said(`${path}?label=%00%07%E2%80%AE`)).toMatch(new RegExp(`^${firstCloud().domain}: `))
    expect((await get(`${path}?label=a&label=b`)).statusCode).toBe(400)
  })

  test('of no cloud there is none', async () => {
    for (const domain of ['nowhere.net', 'constructor', '%00', 'northwall.net%2F..']) {
      const { statusCode, headers } = await get(`/${domain}/badge.svg`)
      expect(statusCode, domain).toBe(404)
      expect(headers['access-control-allow-origin']).toBe('*')
    }
  })

  test('is there for shields.io, by the rules of its endpoint', async () => {
    const check = new Ajv({ strict: false }).compile({
      type: 'object',
      required: ['schemaVersion', 'label', 'message'],
      additionalProperties: false,
      properties: {
        schemaVersion: { const: 1 },
        label: { type: 'string' },
        message: { type: 'string', minLength: 1 },
        color: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
        isError: { type: 'boolean' },
      },
    })
    for (const cloud of edition.site.clouds) {
      const badge = (await get(`/${cloud.domain}/badge.json`)).json()
      expect(check(badge), JSON.stringify(check.errors)).toBe(true)
      const { state } = verdictOf(edition, cloud, new Date())
      expect(badge).toMatchObject({ message: BADGE_WORDS[state], color: BADGE_COLOURS.light[state] })
    }
  })
})

describe('the badge of a place', () => {
  test('says of every data center what the map says', async () => {
    const { domain, machine_name } = firstCloud()
    const { datacenters } = (await get(`/api/dc_map/${machine_name}`)).json<{
      data: { datacenters: { tid: number; name: string; state: keyof typeof BADGE_WORDS }[] }
    }>().data
    for (const { tid, state } of datacenters) {
      expect(await said(placeBadgePath(domain, 'data-center', tid))).toMatch(
        new RegExp(`: ${BADGE_WORDS[state]}$`),
      )
    }
    expect(new Set(datacenters.map(({ state }) => state)).size).toBeGreaterThan(1)
  })

  test('says of a service what is open there, and of the others that they run', async () => {
    const { domain, serviceCategories } = firstCloud()
    const [service, other] = serviceCategories.flatMap(({ services }) => services).filter((it) => it.isActive)
    holdOnly(anIncident({ severity_tid: SEVERITY.serviceDegradation, services: [service?.tid ?? 0] }))
    expect(await said(placeBadgePath(domain, 'service', service?.tid ?? 0))).toMatch(/: degraded$/)
    expect(await said(placeBadgePath(domain, 'service', other?.tid ?? 0))).toMatch(/: operational$/)
  })

  test('turns with the minute in which announced work begins, at services and at data centers', async () => {
    const { domain, serviceCategories, regions } = firstCloud()
    const service = serviceCategories.flatMap(({ services }) => services).find((it) => it.isActive)
    const center = regions.flatMap(({ dataCenters }) => dataCenters).find((it) => it.isActive)
    const begin = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + 3 * MINUTE_MS)
    holdOnly(
      aMaintenance({ from_time: begin, services: [service?.tid ?? 0], dataCenters: [center?.tid ?? 0] }),
    )
    for (const [place, tid] of [
      ['service', service?.tid ?? 0],
      ['data-center', center?.tid ?? 0],
    ] as const) {
      const path = placeBadgePath(domain, place, tid)
      now = new Date(begin.getTime() - MINUTE_MS)
      expect(await said(path)).toMatch(/: operational$/)
      now = begin
      expect(await said(path)).toMatch(/: under maintenance$/)
    }
  })

  test('work that was put off or is done does not show', async () => {
    const { domain, regions } = firstCloud()
    const center = regions.flatMap(({ dataCenters }) => dataCenters).find((it) => it.isActive)
    const past = new Date(now.getTime() - MINUTE_MS)
    for (const event_type of ['postponed', 'completed'] as const) {
      holdOnly(aMaintenance({ from_time: past, event_type, dataCenters: [center?.tid ?? 0] }))
      expect(await said(placeBadgePath(domain, 'data-center', center?.tid ?? 0))).toMatch(/: operational$/)
    }
  })

  test('of a place that is not there, or not of this cloud, there is none', async () => {
    const { domain } = firstCloud()
    for (const tid of ['0', '999999', 'x', '1e3', '%00', '-1', '01']) {
      expect((await get(placeBadgePath(domain, 'service', tid))).statusCode, tid).toBe(404)
      expect((await get(placeBadgePath(domain, 'data-center', tid))).statusCode, tid).toBe(404)
    }
    expect((await get(`/${domain}/badge/region/1.svg`)).statusCode).toBe(404)
  })

  test('names survive as they were written, but for what XML cannot write', async () => {
    const cloud = firstCloud()
    const service = cloud.serviceCategories.flatMap(({ services }) => services).find((it) => it.isActive)
    const renamed = cloud.serviceCategories.map((category) => ({
      ...category,
      services: category.services.map((it) => (it.tid === service?.tid ? { ...it, name: HOSTILE } : it)),
    }))
    const clouds = edition.site.clouds.map((it) =>
      it.id === cloud.id ? { ...it, serviceCategories: renamed } : it,
    )
    holder.hold({ ...edition, site: { ...edition.site, clouds } })
    const words = await said(placeBadgePath(cloud.domain, 'service', service?.tid ?? 0))
    expect(words).toContain('Web &amp; &quot;Mail&quot; &lt;b&gt;]]&gt;&lt;/b&gt;  𝄞 שלום \u202eסוף 🚒')
  })
})

describe('what the widget asks for', () => {
  test('is the sentence that the page opens with, and leads to the incident', async () => {
    for (const cloud of edition.site.clouds) {
      const { state, trouble, rest, incident, openCount } = verdictOf(edition, cloud, new Date())
      const answer = await get(widgetPath(cloud.domain))
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      const notice = answer.json()
      expect(notice).toMatchObject({
        cloud: cloud.domain,
        state,
        message: trouble + rest,
        title: incident?.title ?? null,
        count: openCount,
      })
      const path = notice.url.slice('https://trust.northwall.example'.length)
      expect((await get(path)).statusCode, path).toBe(200)
    }
  })

  test('titles come through as they were written', async () => {
    holdOnly(anIncident({ title: HOSTILE, severity_tid: SEVERITY.serviceDisruption }))
    expect((await get(widgetPath(firstCloud().domain))).json().title).toBe(HOSTILE)
  })

  test('once all is well it says so', async () => {
    const calm = holdOnly()
    expect(openIncidents(calm.records, firstCloud().id)).toEqual([])
    expect((await get(widgetPath(firstCloud().domain))).json()).toMatchObject({
      state: 'operational',
      title: null,
      count: 0,
      since: null,
    })
  })
})
