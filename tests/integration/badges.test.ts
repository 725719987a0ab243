import { Ajv } from 'ajv'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BADGE_COLORS, BADGE_STYLES, BADGE_THEMES, BADGE_WORDS } from '../../src/domain/badge/badge-look.ts'
import { cloudBadgePath, placeBadgePath, widgetPath } from '../../src/domain/machine-paths.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import { verdictOf } from '../../src/edition/answers/verdict-answer.ts'
import type { Edition, SiteCloud } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { nextShelf, openIncidents, recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { sized } from '../size.ts'
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

async function said(url: string) {
  return /<title>(.*)<\/title>/.exec((await get(url)).body)?.[1]
}

function firstCloud(): SiteCloud {
  const [cloud] = edition.site.clouds
  if (cloud === undefined) throw new Error('The demo has clouds.')
  return cloud
}

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

describe("a cloud's badge", () => {
  test('matches the page and the API', async () => {
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

  test('is an image that any page may embed, and runs nothing when opened', async () => {
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

  test('comes in every style and theme; unknown options are rejected', async () => {
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

  test('takes a custom label without caching it', async () => {
    const path = cloudBadgePath(firstCloud().domain)
    const held = holder.hold(edition)
    await get(path)
    const before = held.answers.entries
    expect(before).toBeGreaterThan(0)
    for (let index = 0; index < 5; index++) {
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

  test('does not exist for an unknown cloud', async () => {
    for (const domain of ['nowhere.net', 'constructor', '%00', 'northwall.net%2F..']) {
      const { statusCode, headers } = await get(`/${domain}/badge.svg`)
      expect(statusCode, domain).toBe(404)
      expect(headers['access-control-allow-origin']).toBe('*')
    }
  })

  test('follows the shields.io endpoint schema', async () => {
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
      expect(badge).toMatchObject({ message: BADGE_WORDS[state], color: BADGE_COLORS.light[state] })
    }
  })
})

describe('the badge of a service or data center', () => {
  test('matches the map', async () => {
    const { domain, machine_name } = firstCloud()
    const { datacenters } = (await get(`/api/dc_map/${machine_name}`)).json<{
      data: { datacenters: { tid: number; name: string; state: keyof typeof BADGE_WORDS }[] }
    }>().data
    const unlike = new Map(datacenters.map((each) => [each.state, each]))
    for (const { tid, state } of sized({ short: [...unlike.values()], long: datacenters })) {
      expect(await said(placeBadgePath(domain, 'data-center', tid))).toMatch(
        new RegExp(`: ${BADGE_WORDS[state]}$`),
      )
    }
    expect(new Set(datacenters.map(({ state }) => state)).size).toBeGreaterThan(1)
  })

  test("shows a service's open incident, and operational for the others", async () => {
    const { domain, serviceCategories } = firstCloud()
    const [service, other] = serviceCategories.flatMap(({ services }) => services).filter((it) => it.isActive)
    holdOnly(anIncident({ severity_tid: SEVERITY.serviceDegradation, services: [service?.tid ?? 0] }))
    expect(await said(placeBadgePath(domain, 'service', service?.tid ?? 0))).toMatch(/: degraded$/)
    expect(await said(placeBadgePath(domain, 'service', other?.tid ?? 0))).toMatch(/: operational$/)
  })

  test('changes in the minute that planned work begins, for services and data centers', async () => {
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

  test('ignores postponed and completed work', async () => {
    const { domain, regions } = firstCloud()
    const center = regions.flatMap(({ dataCenters }) => dataCenters).find((it) => it.isActive)
    const past = new Date(now.getTime() - MINUTE_MS)
    for (const event_type of ['postponed', 'completed'] as const) {
      holdOnly(aMaintenance({ from_time: past, event_type, dataCenters: [center?.tid ?? 0] }))
      expect(await said(placeBadgePath(domain, 'data-center', center?.tid ?? 0))).toMatch(/: operational$/)
    }
  })

  test('does not exist for an unknown place or one of another cloud', async () => {
    const { domain } = firstCloud()
    for (const tid of ['0', '999999', 'x', '1e3', '%00', '-1', '01']) {
      expect((await get(placeBadgePath(domain, 'service', tid))).statusCode, tid).toBe(404)
      expect((await get(placeBadgePath(domain, 'data-center', tid))).statusCode, tid).toBe(404)
    }
    expect((await get(`/${domain}/badge/region/1.svg`)).statusCode).toBe(404)
  })

  test("keeps names as written, except for characters XML can't contain", async () => {
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

describe("the widget's data", () => {
  test("is the page's opening sentence, with a link to the incident", async () => {
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
    }
    const { url } = (await get(widgetPath(firstCloud().domain))).json()
    const path = url.slice('https://trust.northwall.example'.length)
    expect((await get(path)).statusCode, path).toBe(200)
  })

  test('keeps titles as written', async () => {
    holdOnly(anIncident({ title: HOSTILE, severity_tid: SEVERITY.serviceDisruption }))
    expect((await get(widgetPath(firstCloud().domain))).json().title).toBe(HOSTILE)
  })

  test('says so when all is well', async () => {
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
