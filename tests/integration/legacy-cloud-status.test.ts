import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Edition, SiteCloud } from '../../src/edition/edition.ts'
import { openIncidents, recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { HOSTILE_TITLE, withChanged } from '../support/hostile-records.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const URL_OF_OLD = '/api/cloud-status.json?_format=json'
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

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

function post(body: object | string, headers: Record<string, string> = {}) {
  return site.app.inject({
    method: 'POST',
    url: URL_OF_OLD,
    headers: { 'content-type': JSON_TYPE, ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

function asked(more: object = {}) {
  return { cloud: `trust.${first.domain}`, dateOffset: 0, requestType: 'core_cloud_services', ...more }
}

function holdTrouble() {
  const service = first.serviceCategories[0]?.services.find(({ isActive }) => isActive)
  const closed = openIncidents(edition.records, first.id).map((record) => ({
    record,
    change: { closed_on: new Date() },
  }))
  const [grave, light] = recordsOfCloud(edition.records, 'incident', first.id)
  if (service === undefined || grave === undefined || light === undefined)
    throw new Error('The demo has them.')
  const open = {
    services: [service.tid],
    clouds: [first.id],
    from_time: new Date(Date.now() - 3_600_000),
    to_time: null,
    closed_on: null,
  }
  holder.hold(
    withChanged(edition, [
      ...closed,
      { record: light, change: { ...open, severity_tid: 19, summary: 'Slow.' } },
      { record: grave, change: { ...open, severity_tid: 20, summary: HOSTILE_TITLE } },
    ]),
  )
  return service
}

test('L-03 the old call returns the most severe open incident per service, and nothing for healthy ones', async () => {
  const service = holdTrouble()
  const answer = await post(asked())
  expect(answer.statusCode).toBe(200)
  const { severity, category } = answer.json().data
  const services = first.serviceCategories.flatMap((each) => each.services).filter(({ isActive }) => isActive)
  expect(category).toHaveLength(1)
  expect(category[0].subCategory.map(({ name }: { name: string }) => name)).toEqual(
    services.map(({ name }) => name),
  )
  const troubled = category[0].subCategory.filter((each: object) => 'category_status' in each)
  expect(troubled).toEqual([
    {
      tid: service.tid,
      name: service.name,
      category_status: { severityTid: 20, short_description: HOSTILE_TITLE },
    },
  ])
  expect(severity).toContainEqual({ tid: 20, name: 'Service Disruption' })
})

test('L-03 the old call takes a form, a cloud name or a number as text, and defaults to services', async () => {
  const expected = (await post(asked())).json()
  for (const body of [
    { cloud: first.domain },
    { cloud: first.machine_name, dateOffset: '0' },
    asked({ unknown: 'field' }),
  ]) {
    expect((await post(body)).json()).toEqual(expected)
  }
  const form = new URLSearchParams({ cloud: `trust.${first.domain}`, dateOffset: '0' }).toString()
  expect((await post(form, { 'content-type': FORM_TYPE })).json()).toEqual(expected)
})

test('L-03 the old call covers data centers and past weeks', async () => {
  const centers = (await post(asked({ requestType: 'public' }))).json().data.category[0].subCategory
  expect(centers.length).toBeGreaterThan(5)
  const weeks = []
  for (let dateOffset = 1; dateOffset <= 12; dateOffset++) {
    const [category] = (await post(asked({ dateOffset }))).json().data.category
    weeks.push(...category.subCategory.filter((each: object) => 'category_status' in each))
  }
  expect(weeks.length).toBeGreaterThan(0)
})

test('L-03 the old call answers pages and programs of any origin, without authentication', async () => {
  const others = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const answer = await post(asked(), { ...others, cookie: '__Host-candor_session=whatever' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  expect(answer.headers['set-cookie']).toBeUndefined()
  const preflight = await site.app.inject({ method: 'OPTIONS', url: URL_OF_OLD, headers: others })
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
  })
  expect(preflight.headers['access-control-allow-headers']).toContain('content-type')
})

test.each([
  ['an empty body', ''],
  ['invalid JSON', '{'],
  ['a list', '[]'],
  ['a missing cloud', '{}'],
  ['an unknown cloud', '{"cloud":"trust.nowhere.example"}'],
  ['a cloud that is not a string', '{"cloud":{"a":1}}'],
  ['an unknown type', '{"cloud":"trust.northwall.net","requestType":"all"}'],
  ['an invalid week', '{"cloud":"trust.northwall.net","dateOffset":-1}'],
  ['a week too far back', '{"cloud":"trust.northwall.net","dateOffset":"13"}'],
])('L-03 the old call rejects %s with 400 and a message readable across origins', async (_, body) => {
  const answer = await post(body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toMatch(/\.$/)
  expect(answer.headers['access-control-allow-origin']).toBe('*')
})

test('L-03 the old call accepts only POST', async () => {
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const answer = await site.app.inject({ method, url: URL_OF_OLD })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST, OPTIONS'])
  }
})

test('L-03 the old call is computed once for all clients', async () => {
  const held = holder.hold(edition)
  const before = held.answers.interestLeft().size
  for (const unknown of ['a', 'b', 'c']) await post(asked({ unknown }))
  expect(held.answers.interestLeft().size).toBe(before + 1)
  expect((await post(asked(), { 'content-type': 'text/csv' })).statusCode).toBe(415)
})
