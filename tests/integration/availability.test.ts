import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { monthAfter } from '../../src/domain/calendar/month.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time.ts'
import type { Edition, SiteCloud } from '../../src/edition/edition.ts'
import { dataCentersOf, servicesOf } from '../../src/edition/record-reach.ts'
import { EMPTY_SHELF, nextShelf } from '../../src/edition/record-shelf.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { plainRecord } from '../support/plain-record.ts'
import { type StandingHolder, standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const NOW = new Date('2026-11-15T12:00:00Z')

let demo: Edition
let cloud: SiteCloud
let holder: StandingHolder
let site: TestApp
let service: { tid: number; name: string }
let center: { tid: number; name: string }

beforeAll(async () => {
  demo = await demoEdition()
  const [first] = demo.site.clouds
  if (first === undefined) throw new Error('The demo has clouds.')
  cloud = first
  service = running(servicesOf(cloud))
  center = running(dataCentersOf(cloud))
  holder = standingHolder(NOW)
  site = await testApp({ holder, clock: () => NOW })
})

afterAll(() => site.app.close())

function running<T extends { isActive: boolean }>(places: readonly T[]): T {
  const found = places.find(({ isActive }) => isActive)
  if (found === undefined) throw new Error('The demo has places in service.')
  return found
}

/** The demo's places with only these records. */
function publish(...changes: Parameters<typeof plainRecord>[0][]) {
  const changed = changes.map((change, index) =>
    plainRecord({ id: index + 1, clouds: [cloud.id], severity_tid: SEVERITY.serviceDisruption, ...change }),
  )
  holder.hold({
    ...demo,
    number: demo.number + ++published,
    records: nextShelf(EMPTY_SHELF, { changed, withdrawn: [] }),
  })
}
let published = 0

async function placeOf(kind: 'service' | 'data-center', tid: number) {
  const query = new URLSearchParams({ cloud: cloud.machine_name, kind, name: String(tid) })
  return (await site.app.inject(`/api/place?${query}`)).json().data
}

/** A change that changed nothing yet. */
const NO_CHANGE = {
  id: 1,
  record_id: 1,
  update_id: null,
  severity_before: null,
  severity_after: null,
  services_added: [],
  services_removed: [],
  data_centers_added: [],
  data_centers_removed: [],
  was_whole_cloud: false,
  is_whole_cloud: false,
  place_states: [],
}

const hour = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)

describe('a service', () => {
  test('is running without incidents, for 90 days and 12 months', async () => {
    publish()
    const data = await placeOf('service', service.tid)
    expect(data).toMatchObject({ name: service.name, state: 'operational', part: '', since: null, open: [] })
    expect(data.days).toHaveLength(90)
    expect(data.days.at(-1)).toEqual({
      day: '2026-11-15',
      state: 'operational',
      minutes: { operational: 720 },
    })
    expect(data.months.map(({ availability }: { availability: number }) => availability)).toEqual(
      Array(12).fill(1),
    )
  })

  test('is disrupted where the incident says, since it began', async () => {
    publish({ services: [service.tid], dataCenters: [center.tid], from_time: hour(-3) })
    const data = await placeOf('service', service.tid)
    expect(data).toMatchObject({
      state: 'service_disruption',
      part: ` in ${center.name}`,
      since: hour(-3).toISOString(),
    })
    const page = await site.app.inject(`/${cloud.domain}/services/${data.slug}`)
    const words = page.body.replace(/<[^>]+>/g, '')
    expect(words).toContain(`${service.name} is disrupted in ${center.name}.`)
    expect(await placeOf('data-center', center.tid)).toMatchObject({
      state: 'service_disruption',
      part: ` for ${service.name}`,
    })
  })

  test('is disrupted as a whole if one of two incidents is about all of it', async () => {
    publish(
      { services: [service.tid], dataCenters: [center.tid], from_time: hour(-3) },
      { services: [service.tid], from_time: hour(-1) },
    )
    expect(await placeOf('service', service.tid)).toMatchObject({ part: '', since: hour(-3).toISOString() })
  })

  test('loses time by an incident about its whole cloud, and none by one of a data center', async () => {
    publish({ from_time: hour(-3), closed_on: hour(-2) }, { dataCenters: [center.tid], from_time: hour(-8) })
    const { days } = await placeOf('service', service.tid)
    expect(days.at(-1).minutes).toEqual({ operational: 660, service_disruption: 60 })
  })

  test('counts three overlapping incidents once, as the most severe', async () => {
    const severity_tid = SEVERITY.serviceDegradation
    publish(
      { services: [service.tid], from_time: hour(-6), closed_on: hour(-2), severity_tid },
      { services: [service.tid], from_time: hour(-5), closed_on: hour(-3), severity_tid },
      { services: [service.tid], from_time: hour(-4), closed_on: hour(-3) },
    )
    const { days, months } = await placeOf('service', service.tid)
    expect(days.at(-1)).toMatchObject({
      state: 'service_disruption',
      minutes: { service_degradation: 180, service_disruption: 60 },
    })
    const counted = (NOW.getTime() - Date.parse('2026-11-01T00:00:00Z')) / MINUTE_MS
    expect(months.at(-1).availability).toBeCloseTo(1 - (60 + 0.3 * 180) / counted, 12)
  })

  test('counts each part of an incident as it was, and a change elsewhere divides nothing', async () => {
    const other = servicesOf(cloud).find(({ tid, isActive }) => isActive && tid !== service.tid)
    publish({
      services: [service.tid, other?.tid ?? 0],
      from_time: hour(-6),
      changes: [
        {
          ...NO_CHANGE,
          made_on: hour(-4),
          severity_before: SEVERITY.serviceDegradation,
          severity_after: SEVERITY.serviceDisruption,
        },
        { ...NO_CHANGE, id: 2, made_on: hour(-1), services_added: [other?.tid ?? 0] },
      ],
    })
    const data = await placeOf('service', service.tid)
    expect(data.days.at(-1).minutes).toMatchObject({ service_degradation: 120, service_disruption: 240 })
    expect(data).toMatchObject({ state: 'service_disruption', since: hour(-4).toISOString() })
    const added = await placeOf('service', other?.tid ?? 0)
    expect(added.days.at(-1).minutes).toEqual({ operational: 660, service_disruption: 60 })
    expect(added.since).toBe(hour(-1).toISOString())
  })

  test('counts from when an update added it, and a whole cloud only while the incident was about it', async () => {
    const [first, second] = servicesOf(cloud).filter(({ isActive }) => isActive)
    const [a, b] = [first?.tid ?? 0, second?.tid ?? 0]
    publish({
      // First a, then a and b; a correction took a off and left no line.
      services: [b],
      from_time: hour(-6),
      changes: [{ ...NO_CHANGE, made_on: hour(-1), services_added: [b] }],
    })
    expect((await placeOf('data-center', center.tid)).days.at(-1).minutes).toEqual({ operational: 720 })
    expect((await placeOf('service', a)).days.at(-1).minutes).toEqual({ operational: 720 })
    expect((await placeOf('service', b)).days.at(-1).minutes).toMatchObject({ service_disruption: 60 })
    publish({
      // The whole cloud, then only b.
      services: [b],
      from_time: hour(-6),
      changes: [{ ...NO_CHANGE, made_on: hour(-1), services_added: [b], was_whole_cloud: true }],
    })
    expect((await placeOf('service', a)).days.at(-1).minutes).toMatchObject({ service_disruption: 300 })
    expect((await placeOf('service', b)).days.at(-1).minutes).toMatchObject({ service_disruption: 360 })
    expect(await placeOf('service', a)).toMatchObject({ state: 'operational', since: null })
  })

  test('was under maintenance when the work really took place, and not when it was put off', async () => {
    const work = { kind: 'maintenance' as const, services: [service.tid] }
    publish(
      {
        ...work,
        event_type: 'completed',
        from_time: hour(-9),
        actual_from_time: hour(-6),
        actual_to_time: hour(-5),
        closed_on: hour(-1),
      },
      { ...work, event_type: 'postponed', from_time: hour(-2), to_time: hour(2) },
      { ...work, event_type: 'scheduled', from_time: hour(24), to_time: hour(25) },
      { ...work, from_time: hour(-1), severity_tid: SEVERITY.noServiceImpact },
    )
    const { days, upcoming, months } = await placeOf('service', service.tid)
    expect(days.at(-1).minutes).toEqual({ operational: 660, under_maintenance: 60 })
    expect(months.at(-1).availability).toBe(1)
    expect(upcoming).toMatchObject([{ id: 3, from: hour(24).toISOString(), to: hour(25).toISOString() }])
  })

  test('has one address: by number it leads there, and an unknown one is not found', async () => {
    publish()
    const { slug } = await placeOf('service', service.tid)
    const byNumber = await site.app.inject(`/${cloud.domain}/services/${service.tid}`)
    expect([byNumber.statusCode, byNumber.headers.location]).toEqual([
      302,
      `/${cloud.domain}/services/${slug}`,
    ])
    const unknown = await site.app.inject(`/${cloud.domain}/services/unknown`)
    const other = await site.app.inject(`/${cloud.domain}/services/unknown-too`)
    expect([unknown.statusCode, other.statusCode]).toEqual([404, 404])
    expect(other.headers.etag).toBe(unknown.headers.etag)
    expect(await placeOf('service', 1)).toBeNull()
  })
})

describe('the table for a claim', () => {
  test('fills every month without a gap, and its sums are the published figure', async () => {
    const from = new Date('2026-10-31T23:00:00Z')
    publish(
      { services: [service.tid], from_time: from, closed_on: new Date(from.getTime() + 2 * HOUR_MS) },
      {
        kind: 'maintenance',
        event_type: 'completed',
        services: [service.tid],
        from_time: hour(-240),
        closed_on: hour(-216),
      },
    )
    const { slug, months } = await placeOf('service', service.tid)
    const file = await site.app.inject(`/${cloud.domain}/services/${slug}/availability.csv`)
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    const rows = file.body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
    const october = rows.filter((row) => row[3] === '2026-10')
    const sum = (column: number, all: string[][]) =>
      all.reduce((total, row) => total + Number(row[column]), 0)
    expect(sum(7, october)).toBe((31 * DAY_MS) / MINUTE_MS)
    const counting = october.filter((row) => row[10] === 'yes')
    expect(1 - sum(9, october) / sum(7, counting)).toBeCloseTo(months.at(-2).availability, 12)
    expect(october.find((row) => row[6] === 'service_disruption')?.[11]).toMatch(/\/posts\/1$/)
    // Today is not over.
    expect(rows.find((row) => row[3] === '2026-11' && row[5]?.startsWith('2026-11-15'))?.[5]).toBe(
      '2026-11-15T00:00:00.000Z',
    )
  })
})

describe('the overview', () => {
  test('has every service and region, with gaps before the start', async () => {
    publish({ dataCenters: [center.tid], from_time: hour(-2), closed_on: hour(-1) })
    const { data } = (await site.app.inject(`/api/availability?cloud=${cloud.machine_name}`)).json()
    expect(data.months).toEqual(Array.from({ length: 12 }, (_, index) => monthAfter('2025-12', index)))
    expect(data.services).toHaveLength(servicesOf(cloud).length)
    const region = data.regions.find(({ data_centers }: { data_centers: { tid: number }[] }) =>
      data_centers.some(({ tid }) => tid === center.tid),
    )
    const row = region.data_centers.find(({ tid }: { tid: number }) => tid === center.tid)
    expect(row.months.at(-1)).toBeLessThan(1)
    // The others dilute it.
    expect(region.months.at(-1)).toBeGreaterThan(row.months.at(-1))
    expect(region.months.at(-1)).toBeLessThan(1)
    const page = await site.app.inject(`/${cloud.domain}/availability`)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`/${cloud.domain}/data-centers/${row.slug}`)
  })
})
