import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Edition, SiteCloud } from '../../src/edition/edition.ts'
import { recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { HOSTILE_TITLE, withChanged } from '../support/hostile-records.ts'
import { googleIncidents } from '../support/schemas/statuspage-schemas.ts'
import { wrongsOf } from '../support/schemas/wrongs-of.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const CLOSED_ON = new Date('2026-11-01T12:00:00Z')

let edition: Edition
let first: SiteCloud
let site: TestApp
const holder = standingHolder(new Date())

beforeAll(async () => {
  edition = await demoEdition()
  first = edition.site.clouds[0] as SiteCloud
  site = await testApp({ holder })
})

beforeEach(() => {
  holder.hold(edition)
})

afterAll(() => site.app.close())

async function incidentsOf({ domain }: SiteCloud) {
  const answer = await site.app.inject(`/${domain}/incidents.json`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

test("L-03 Google: every cloud's history is valid for strict clients", async () => {
  for (const cloud of edition.site.clouds) {
    const incidents = await incidentsOf(cloud)
    expect(wrongsOf(googleIncidents, incidents), cloud.domain).toEqual([])
    for (const { updates, most_recent_update } of incidents) {
      expect(most_recent_update).toEqual(updates[0])
      const times = updates.map(({ when }: { when: string }) => Date.parse(when))
      expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
    }
  }
})

test('L-03 Google: an incident has an end only once closed, and its places are then in the past', async () => {
  const [record] = recordsOfCloud(edition.records, 'incident', first.id)
  if (record === undefined) throw new Error('The demo has an incident.')
  const service = first.serviceCategories[0]?.services[0]
  const center = first.regions[0]?.dataCenters[0]
  const change = {
    services: [service?.tid ?? 0],
    dataCenters: [center?.tid ?? 0],
    severity_tid: 19,
    to_time: null,
    title: HOSTILE_TITLE,
  }
  const places = [{ title: center?.name, id: `center-${center?.tid}` }]
  const own = async () =>
    (await incidentsOf(first)).find(({ id }: { id: string }) => id === String(record.id))

  holder.hold(withChanged(edition, [{ record, change: { ...change, closed_on: null } }]))
  const open = await own()
  expect(open).toMatchObject({
    external_desc: HOSTILE_TITLE,
    status_impact: 'SERVICE_DISRUPTION',
    severity: 'medium',
    service_name: service?.name,
    affected_products: [{ title: service?.name, id: `service-${service?.tid}` }],
    currently_affected_locations: places,
    previously_affected_locations: [],
  })
  expect(open).not.toHaveProperty('end')
  const post = new URL(open.uri, `https://trust.example/${first.domain}/incidents.json`).pathname
  expect((await site.app.inject(post)).statusCode).toBe(200)

  holder.hold(withChanged(edition, [{ record, change: { ...change, closed_on: CLOSED_ON } }]))
  expect(await own()).toMatchObject({
    end: CLOSED_ON.toISOString(),
    currently_affected_locations: [],
    previously_affected_locations: places,
  })
})

test('L-03 Google: it has open CORS, and an unknown cloud gives 404', async () => {
  const answer = await site.app.inject(`/${first.domain}/incidents.json`)
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  expect((await site.app.inject('/nowhere.example/incidents.json')).statusCode).toBe(404)
})
