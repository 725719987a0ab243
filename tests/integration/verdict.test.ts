import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CloudStatus, CloudVerdict } from '../../src/contract/cloud-status.ts'
import {
  cloudBadgePath,
  LLMS_TXT_PATH,
  MCP_PATH,
  maintenanceCalendarPath,
  placeBadgePath,
  widgetPath,
} from '../../src/domain/machine-paths.ts'
import type { PlaceKind } from '../../src/domain/place-address.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import type { Edition, SiteCloud } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { dataCentersOf, servicesOf } from '../../src/edition/record-reach.ts'
import { nextShelf, recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const now = new Date()
const MINUTE_MS = 60_000

let edition: Edition
let cloud: SiteCloud
let site: TestApp
const holder = standingHolder(now)

beforeAll(async () => {
  edition = await demoEdition()
  const [first] = edition.site.clouds
  if (first === undefined) throw new Error('The demo has clouds.')
  cloud = first
  site = await testApp({ holder, clock: () => now })
})

afterAll(() => site.app.close())

test('the verdict about chosen places alone; selections are canonical and fill no cache', async () => {
  const [service, other] = servicesOf(cloud).filter(({ isActive }) => isActive)
  if (service === undefined || other === undefined) throw new Error('The cloud has services.')
  holdOnly(incident(1, { severity_tid: SEVERITY.serviceDisruption, services: [service.tid] }))
  const about = async (mine: string) => {
    const { headers, body } = await site.app.inject(`/api/verdict?cloud=${cloud.machine_name}&mine=${mine}`)
    return {
      cache: headers['cache-control'],
      edge: headers['cdn-cache-control'],
      data: JSON.parse(body).data,
    }
  }
  const { data, edge } = await about(`s${other.tid},s${service.tid},nonsense`)
  expect(data.mine).toEqual({
    state: 'service_disruption',
    sentences: [
      {
        state: 'service_disruption',
        words: `${service.name}, which you follow, is disrupted`,
        since: expect.any(String),
      },
      { state: 'operational', words: 'Your other service is running', since: null },
    ],
    services: 2,
    datacenters: 0,
  })
  expect(edge).toBeUndefined()
  expect((await about(`s${other.tid}`)).data.mine.sentences).toEqual([
    { state: 'operational', words: 'Your service is running', since: null },
  ])
  expect((await about('s999999999')).data.mine).toBeNull()
  const added = later(-5)
  const change = { ...NO_CHANGE, made_on: added, services_added: [other.tid] }
  holdOnly(incident(60, { services: [service.tid, other.tid], changes: [change] }))
  const grown = (await about(`s${other.tid}`)).data
  expect(grown.mine.sentences[0].since).toBe(added.toISOString())
  const [first, second] = grown.incidents[0].services
  expect([first, second].map(({ since }) => since)).toEqual([undefined, added.toISOString()])
  expect(await verdictNow()).not.toHaveProperty('mine')

  const { serviceDegradation, serviceDisruption } = SEVERITY
  const raised = { severity_before: serviceDegradation, severity_after: serviceDisruption }
  const sinceOf = async (changes: Partial<EditionRecord['changes'][number]>[]) => {
    const made = changes.map((of, at) => ({
      ...NO_CHANGE,
      id: at + 1,
      made_on: later(-30 + 10 * at),
      services_added: [],
      ...of,
    }))
    holdOnly(
      incident(60, { severity_tid: serviceDisruption, services: [service.tid, other.tid], changes: made }),
    )
    return (await about(`s${service.tid}`)).data.mine.sentences[0].since
  }
  expect(await sinceOf([raised])).toBe(later(-30).toISOString())
  const away = { services_removed: [service.tid] }
  expect(await sinceOf([away, { services_added: [service.tid] }])).toBe(later(-20).toISOString())
})

test('S-03 an incident without services or data centers affects the whole cloud: every bar, count, marker, badge and format says so', async () => {
  holdOnly(incident(1, { severity_tid: SEVERITY.serviceDisruption }))
  const sentence = `All of ${cloud.title} is disrupted.`
  const verdict = await verdictNow()
  expect(verdict).toMatchObject({ state: 'service_disruption', sentences: [sentence], open_count: 1 })
  expect(verdict.incidents).toMatchObject([{ affects: `All of ${cloud.title}` }])

  for (const requestType of ['core_cloud_services', 'public', 'premium']) {
    const rows = await rowsOf(requestType)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ issues }) => !issues.some(({ endTime }) => endTime === null))).toEqual([])
  }
  const { data: map } = await json(`/api/dc_map/${cloud.machine_name}`)
  expect(new Set(map.datacenters.map(({ state }: { state: string }) => state))).toEqual(
    new Set(['service_disruption']),
  )
  const summary = await json(`/${cloud.domain}/api/v2/summary.json`)
  expect(summary.status).toEqual({ indicator: 'critical', description: sentence })
  expect(new Set(summary.components.map(({ status }: { status: string }) => status))).toEqual(
    new Set(['major_outage']),
  )
  expect(summary.incidents[0].components).toHaveLength(
    summary.components.filter(({ group }: { group: boolean }) => !group).length,
  )
  const [google] = await json(`/${cloud.domain}/incidents.json`)
  const inService = (places: readonly { isActive: boolean }[]) => places.filter(({ isActive }) => isActive)
  expect(google.affected_products).toHaveLength(inService(servicesOf(cloud)).length)
  expect(google.currently_affected_locations).toHaveLength(inService(dataCentersOf(cloud)).length)

  const [service] = servicesOf(cloud)
  const [center] = dataCentersOf(cloud)
  for (const path of [
    cloudBadgePath(cloud.domain),
    placeBadgePath(cloud.domain, 'service', String(service?.tid)),
    placeBadgePath(cloud.domain, 'data-center', String(center?.tid)),
  ]) {
    expect((await site.app.inject(path)).body).toMatch(/<title>.*: disrupted<\/title>/)
  }
  expect(await json(widgetPath(cloud.domain))).toMatchObject({ message: sentence, count: 1 })
  for (const page of ['', '/cloud-status']) {
    const html = (await site.app.inject(`/${cloud.domain}${page}`)).body
    expect(html.replace(/<[^>]*>/g, '')).toContain(sentence)
    expect(html).not.toContain('all running')
  }
})

test('S-03 L-03 its post, feeds, the calendar, llms.txt and MCP say that the whole cloud is affected', async () => {
  holdOnly(
    incident(1, { severity_tid: SEVERITY.serviceDisruption }),
    work({ severity_tid: SEVERITY.informational }),
  )
  const affected = `All of ${cloud.title}`
  const sentence = `${affected} is disrupted.`
  const post = (await site.app.inject(`/${cloud.domain}/posts/1`)).body
  expect(post).toContain(`<dt>Affected</dt><dd>${affected}</dd>`)
  for (const [feed, id] of Object.entries({ incidents: 1, maintenance: 9 })) {
    const { items } = await json(`/rss-feed/${feed}?cloud=${cloud.machine_name}&format=json`)
    const item = items.find(({ url }: { url: string }) => url.endsWith(`/posts/${id}`))
    expect(item.content_html).toContain(`<p>Affected: ${affected}</p>`)
  }
  const calendar = (await site.app.inject(maintenanceCalendarPath(cloud.machine_name))).body
  const event = calendar
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT')
    .find((one) => one.includes('UID:maintenance-9@'))
  expect(event).toContain(`\\nAffected: ${affected}\\n`)
  expect((await site.app.inject(LLMS_TXT_PATH)).body).toContain(
    `machine_name \`${cloud.machine_name}\`. ${sentence}\n`,
  )
  expect(await askMcp('get_status', { cloud: cloud.machine_name })).toMatchObject({
    clouds: [{ message: sentence }],
  })
  expect(await askMcp('get_record', { id: 1 })).toMatchObject({ affected, affects_whole_cloud: true })
})

test('S-03 several incidents are all listed, the worst first, with the earliest promised update', async () => {
  const [one, two] = servicesOf(cloud).filter(({ isActive }) => isActive)
  if (one === undefined || two === undefined) throw new Error('The demo has services.')
  holdOnly(
    incident(1, {
      severity_tid: SEVERITY.serviceDegradation,
      services: [two.tid],
      next_update: later(18),
    }),
    incident(2, {
      severity_tid: SEVERITY.serviceDisruption,
      services: [one.tid],
      next_update: later(900),
    }),
    incident(3, { severity_tid: SEVERITY.informational, services: [one.tid] }),
  )
  const verdict = await verdictNow()
  expect(verdict.sentences).toEqual([
    `${one.name} is disrupted.`,
    `${two.name} is degraded.`,
    'Everything else is running.',
  ])
  expect(verdict.incidents.map(({ state }) => state)).toEqual(['service_disruption', 'service_degradation'])
  expect(verdict.next_update).toBe(later(18).toISOString())
})

test('S-03 places of one incident in different states: every bar, marker, badge and format says its own', async () => {
  const [down, slow, well] = servicesOf(cloud).filter(({ isActive }) => isActive)
  const [center, far] = dataCentersOf(cloud).filter(({ isActive, isPremium }) => isActive && !isPremium)
  if (!down || !slow || !well || !center || !far) throw new Error('The demo has services and data centers.')
  const own = (place: PlaceKind, tid: number, severity_tid: number) => ({
    record_id: 1,
    place,
    tid,
    severity_tid,
  })
  holdOnly(
    incident(1, {
      severity_tid: SEVERITY.serviceDisruption,
      services: [down.tid, slow.tid, well.tid],
      dataCenters: [center.tid, far.tid],
      placeStates: [
        own('service', slow.tid, SEVERITY.serviceDegradation),
        own('service', well.tid, SEVERITY.noServiceImpact),
        own('data-center', center.tid, SEVERITY.noServiceImpact),
      ],
      changes: [],
    }),
  )
  const where = `in ${far.name}`
  const sentence = `${down.name} is disrupted ${where}. ${slow.name} is degraded ${where}. Everything else is running.`
  expect(await verdictNow()).toMatchObject({
    state: 'service_disruption',
    sentences: sentence.split(/(?<=\.) /),
    open_count: 1,
    incidents: [{ affects: `${down.name} ${where} (disrupted), ${slow.name} ${where} (degraded)` }],
  })
  const rows = await rowsOf('core_cloud_services')
  const drawn = [down, slow, well].map(({ tid }) =>
    rows.find((row) => row.tid === tid)?.issues.filter(({ id }) => id === 1),
  )
  expect(drawn).toMatchObject([[{ severityTid: 20 }], [{ severityTid: 19 }], []])
  const { data: map } = await json(`/api/dc_map/${cloud.machine_name}`)
  expect(map.datacenters.find(({ tid }: { tid: number }) => tid === center.tid)).toMatchObject({
    state: 'operational',
  })
  const { components } = await json(`/${cloud.domain}/api/v2/components.json`)
  const statusOf = (id: string) => components.find((each: { id: string }) => each.id === id).status
  expect([down, slow, well].map(({ tid }) => statusOf(`service-${tid}`))).toEqual([
    'major_outage',
    'degraded_performance',
    'operational',
  ])
  const [google] = await json(`/${cloud.domain}/incidents.json`)
  expect(google).toMatchObject({
    severity: 'high',
    currently_affected_locations: [{ id: `center-${far.tid}` }],
    previously_affected_locations: [{ id: `center-${center.tid}` }],
  })
  const badge = async (tid: number) =>
    (await site.app.inject(placeBadgePath(cloud.domain, 'service', String(tid)))).body
  expect(await badge(slow.tid)).toMatch(/: degraded<\/title>/)
  expect(await badge(well.tid)).not.toMatch(/: (degraded|disrupted)<\/title>/)
  expect(await json(widgetPath(cloud.domain))).toMatchObject({ message: sentence })
  const legacy = await site.app.inject({
    method: 'POST',
    url: '/api/cloud-status.json?_format=json',
    payload: { cloud: `trust.${cloud.domain}`, dateOffset: 0, requestType: 'core_cloud_services' },
  })
  const legacyRow = (tid: number) =>
    legacy.json().data.category[0].subCategory.find((row: { tid: number }) => row.tid === tid)
  expect(legacyRow(slow.tid)).toMatchObject({ category_status: { severityTid: 19 } })
  expect(legacyRow(well.tid)).not.toHaveProperty('category_status')
  expect(await askMcp('get_record', { id: 1 })).toMatchObject({
    place_states: [
      { name: slow.name, state: 'Service Degradation' },
      { name: well.name, state: 'Recovered' },
      { name: center.name, state: 'Recovered' },
    ],
  })
})

test('S-03 an incident that is over at all places of a cloud is no trouble there', async () => {
  const [first, second] = edition.site.clouds
  const here = servicesOf(cloud).find(({ isActive }) => isActive)
  const there = second && servicesOf(second).find(({ isActive }) => isActive)
  if (!first || !second || !here || !there) throw new Error('The demo has clouds.')
  holdOnly(
    incident(1, {
      severity_tid: SEVERITY.serviceDisruption,
      clouds: [first.id, second.id],
      services: [here.tid, there.tid],
      placeStates: [
        { record_id: 1, place: 'service', tid: here.tid, severity_tid: SEVERITY.noServiceImpact },
      ],
    }),
  )
  expect(await verdictNow()).toMatchObject({
    state: 'operational',
    sentences: [`Everything on ${cloud.title} is running.`],
    open_count: 0,
  })
  const { clouds } = await json('/api/global')
  expect(clouds.slice(0, 2)).toMatchObject([{ state: 'operational' }, { state: 'service_disruption' }])
  const { data } = await json(`/api/posts/1?cloud=${cloud.machine_name}`)
  expect(data.severityId).toBe(SEVERITY.noServiceImpact)
})

test('S-03 maintenance that is finished at a data center has it running again', async () => {
  const [done, other] = dataCentersOf(cloud).filter(({ isActive, isPremium }) => isActive && !isPremium)
  if (!done || !other) throw new Error('The demo has data centers.')
  holdOnly(
    work({
      severity_tid: SEVERITY.informational,
      dataCenters: [done.tid, other.tid],
      placeStates: [
        { record_id: 9, place: 'data-center', tid: done.tid, severity_tid: SEVERITY.noServiceImpact },
      ],
    }),
  )
  expect(await verdictNow()).toMatchObject({
    sentences: [`${other.name} is under maintenance.`, 'Everything else is running.'],
    maintenance: [{ affects: other.name, out_of_service: true }],
  })
  const rows = await rowsOf('public')
  expect(rows.find(({ tid }) => tid === done.tid)?.maintenance).toEqual([])
})

test('S-03 maintenance that takes a data center down is reported, counted and drawn; work without impact is only listed', async () => {
  const center = dataCentersOf(cloud).find(({ isActive, isPremium }) => isActive && !isPremium)
  if (center === undefined) throw new Error('The demo has data centers.')
  holdOnly(work({ severity_tid: SEVERITY.informational, dataCenters: [center.tid] }))
  expect(await verdictNow()).toMatchObject({
    state: 'under_maintenance',
    sentences: [`${center.name} is under maintenance.`, 'Everything else is running.'],
    maintenance: [{ affects: center.name, out_of_service: true }],
  })
  const row = (await rowsOf('public')).find(({ tid }) => tid === center.tid)
  expect(row?.maintenance).toHaveLength(1)
  const { status } = await json(`/${cloud.domain}/api/v2/status.json`)
  expect(status).toMatchObject({
    indicator: 'none',
    description: expect.stringContaining('under maintenance'),
  })
  expect((await site.app.inject(cloudBadgePath(cloud.domain))).body).toContain('under maintenance')

  holdOnly(work({ severity_tid: SEVERITY.noServiceImpact, dataCenters: [center.tid] }))
  expect(await verdictNow()).toMatchObject({
    state: 'operational',
    sentences: [`Everything on ${cloud.title} is running.`],
    maintenance: [{ out_of_service: false }],
  })
  expect(await stateInSelector()).toBe('operational')
  const { data: map } = await json(`/api/dc_map/${cloud.machine_name}`)
  const marker = map.datacenters.find(({ tid }: { tid: number }) => tid === center.tid)
  expect(marker).toMatchObject({ state: 'operational', open: [{ post_type: 'maintenance' }] })
  const { components } = await json(`/${cloud.domain}/api/v2/components.json`)
  expect(components.map(({ status }: { status: string }) => status)).not.toContain('under_maintenance')
})

test('the cloud selector shows maintenance that was published as started', async () => {
  holdOnly(work({ severity_tid: SEVERITY.informational, actual_from_time: now }))
  expect(await stateInSelector()).toBe('under_maintenance')
  expect((await site.app.inject(`/${cloud.domain}/faq`)).body).toContain('Under Maintenance')
  holdOnly(work({ severity_tid: SEVERITY.informational, from_time: later(30) }))
  expect(await stateInSelector()).toBe('operational')
  expect((await site.app.inject(`/${cloud.domain}/faq`)).body).not.toContain('Under Maintenance')
})

async function stateInSelector(): Promise<string> {
  const { clouds } = await json('/api/global')
  return clouds[0].state
}

function later(minutes: number) {
  return new Date(now.getTime() + minutes * MINUTE_MS)
}

async function json(url: string) {
  const answer = await site.app.inject(url)
  expect(answer.statusCode, url).toBe(200)
  return answer.json()
}

async function askMcp(name: string, given: object) {
  const answer = await site.app.inject({
    method: 'POST',
    url: MCP_PATH,
    headers: { accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
  })
  expect(answer.statusCode).toBe(200)
  return answer.json().result.structuredContent
}

async function verdictNow(): Promise<CloudVerdict['data']> {
  return (await json(`/api/verdict?cloud=${cloud.machine_name}`)).data
}

async function rowsOf(requestType: string) {
  const { data }: CloudStatus = await json(
    `/api/cloud-status?cloud=${cloud.machine_name}&requestType=${requestType}`,
  )
  return data.category.flatMap(({ subCategory }) => subCategory).filter(({ status }) => status === 1)
}

function holdOnly(...changed: EditionRecord[]) {
  const open = [...edition.records.byId.values()]
    .filter(({ kind, closed_on }) => (kind === 'incident' || kind === 'maintenance') && closed_on === null)
    .map(({ id }) => id)
  const withdrawn = open.filter((id) => !changed.some((record) => record.id === id))
  holder.hold({ ...edition, records: nextShelf(edition.records, { changed, withdrawn }) })
}

const NO_CHANGE = {
  id: 1,
  record_id: 60,
  update_id: null,
  severity_before: null,
  severity_after: null,
  services_removed: [],
  data_centers_added: [],
  data_centers_removed: [],
  was_whole_cloud: false,
  is_whole_cloud: false,
  place_states: [],
}

function incident(id: number, change: Partial<EditionRecord>): EditionRecord {
  return { ...like('incident'), id, closed_on: null, to_time: null, from_time: later(-id), ...change }
}

function work(change: Partial<EditionRecord>): EditionRecord {
  const times = { from_time: later(-60), to_time: later(60), closed_on: null, actual_from_time: null }
  return { ...like('maintenance'), id: 9, event_type: 'scheduled', ...times, ...change }
}

function like(kind: 'incident' | 'maintenance'): EditionRecord {
  const [record] = recordsOfCloud(edition.records, kind, cloud.id)
  if (record === undefined) throw new Error(`The demo has ${kind}.`)
  return { ...record, clouds: [cloud.id], services: [], dataCenters: [], updates: [], next_update: null }
}
