import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AVAILABILITY_DEFINED, percentWords } from '../../src/domain/availability.ts'
import { monthAfter } from '../../src/domain/calendar/month.ts'
import type { GoalFrom } from '../../src/domain/dated-goals.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time.ts'
import type { Edition, SiteCloud, SiteService } from '../../src/edition/edition.ts'
import { dataCentersOf, servicesOf } from '../../src/edition/record-reach.ts'
import { EMPTY_SHELF, nextShelf } from '../../src/edition/record-shelf.ts'
import { isShort } from '../size.ts'
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

function held() {
  const current = holder.current()
  if (current === undefined) throw new Error('Nothing is published.')
  return current
}

function holdGoals(goals: GoalFrom[]) {
  const edition = held().edition
  const withGoals = (of: SiteService) => (of.tid === service.tid ? { ...of, goals } : { ...of, goals: [] })
  const clouds = edition.site.clouds.map((each) => ({
    ...each,
    serviceCategories: each.serviceCategories.map((category) => ({
      ...category,
      services: category.services.map(withGoals),
    })),
  }))
  holder.hold({ ...edition, number: demo.number + ++published, site: { ...edition.site, clouds } })
}

async function placeOf(kind: 'service' | 'data-center', tid: number) {
  const query = new URLSearchParams({ cloud: cloud.machine_name, kind, name: String(tid) })
  return (await site.app.inject(`/api/place?${query}`)).json().data
}

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

  test('is disrupted from the minute in which that was published, and past in the minute in which it ended', async () => {
    const [begun, raised] = [new Date(NOW.getTime() + 10_000), new Date(NOW.getTime() + 30_000)]
    publish({ services: [service.tid], from_time: begun })
    expect(await placeOf('service', service.tid)).toMatchObject({
      state: 'service_disruption',
      since: begun.toISOString(),
    })
    publish({
      services: [service.tid],
      from_time: hour(-1),
      changes: [
        {
          ...NO_CHANGE,
          made_on: raised,
          severity_before: SEVERITY.serviceDegradation,
          severity_after: SEVERITY.serviceDisruption,
        },
      ],
    })
    expect(await placeOf('service', service.tid)).toMatchObject({
      state: 'service_disruption',
      since: raised.toISOString(),
    })
    publish({ services: [service.tid], from_time: hour(-1), closed_on: raised })
    expect(await placeOf('service', service.tid)).toMatchObject({
      state: 'operational',
      past: [{ id: 1, to: raised.toISOString() }],
    })
  })

  test.skipIf(isShort)('is disrupted as a whole if one of two incidents is about all of it', async () => {
    publish(
      { services: [service.tid], dataCenters: [center.tid], from_time: hour(-3) },
      { services: [service.tid], from_time: hour(-1) },
    )
    expect(await placeOf('service', service.tid)).toMatchObject({ part: '', since: hour(-3).toISOString() })
  })

  test('loses time to an incident of the whole cloud, but not to one of a data center', async () => {
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

  test.skipIf(isShort)(
    'counts each part of an incident as it was, and a change elsewhere divides nothing',
    async () => {
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
    },
  )

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

  test('lists maintenance without impact, which changes neither its state nor its days', async () => {
    const work = { kind: 'maintenance' as const, severity_tid: SEVERITY.noServiceImpact }
    publish(
      { ...work, services: [service.tid], event_type: 'scheduled', from_time: hour(24), to_time: hour(25) },
      { ...work, event_type: 'completed', from_time: hour(-9), closed_on: hour(-8) },
      { ...work, services: [service.tid], event_type: 'scheduled', from_time: hour(-1), to_time: hour(1) },
      { ...work, services: [service.tid], event_type: 'postponed', from_time: hour(24), to_time: hour(25) },
    )
    const { state, since, days, open, upcoming, past } = await placeOf('service', service.tid)
    expect([state, since, days.at(-1).minutes]).toEqual(['operational', null, { operational: 720 }])
    expect(upcoming).toMatchObject([{ id: 1, state: 'operational', from: hour(24).toISOString() }])
    expect(past).toMatchObject([{ id: 2, to: hour(-8).toISOString() }])
    expect(open).toMatchObject([{ id: 3, state: 'operational', to: null, planned_to: hour(1).toISOString() }])
    const page = await site.app.inject(`/${cloud.domain}/services/${service.tid}`)
    const { body } = await site.app.inject(String(page.headers.location))
    expect(body).not.toMatch(/No maintenance planned|No incidents or maintenance/)
    expect(body.match(/no impact/g)).toHaveLength(3)
    expect(body.replace(/<[^>]+>/g, '')).toMatch(/planned until/)
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

async function tableOf(path: string): Promise<Record<string, string>[]> {
  const { body } = await site.app.inject(path)
  const [header = [], ...rows] = body
    .trim()
    .split('\r\n')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/))
  return rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index] ?? ''])))
}

describe('the table for a claim', () => {
  test('fills a month without a gap, and its rows add up to the published figure', async () => {
    const { slug } = await placeOf('service', service.tid)
    const path = `/${cloud.domain}/services/${slug}/availability.csv`
    const start = Date.parse('2026-09-20T00:00:00Z')
    const moments = fc.integer({ min: 0, max: 50 * DAY_MS }).map((offset) => new Date(start + offset))
    const spans = fc.array(
      fc.record({
        from_time: moments,
        closed_on: fc.option(moments, { nil: null }),
        severity_tid: fc.constantFrom(SEVERITY.serviceDisruption, SEVERITY.serviceDegradation),
        isWork: fc.boolean(),
      }),
      { maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(spans, async (all) => {
        publish(
          ...all.map(({ isWork, ...span }) => ({
            ...span,
            services: [service.tid],
            ...(isWork && { kind: 'maintenance' as const, event_type: 'completed' as const }),
          })),
        )
        const { months } = await placeOf('service', service.tid)
        const rows = await tableOf(`${path}?month=2026-10`)
        const intervals = rows.filter(({ state }) => state !== 'total')
        const [total] = rows.slice(-1)
        intervals.forEach((row, index) => {
          expect(row.from).toBe(intervals[index - 1]?.to ?? '2026-10-01T00:00:00.000Z')
        })
        expect(intervals.at(-1)?.to).toBe('2026-11-01T00:00:00.000Z')
        const sum = (column: string, of: typeof rows) =>
          of.reduce((added, row) => added + Number(row[column]), 0)
        const counting = intervals.filter(({ counts }) => counts === 'yes')
        expect(sum('minutes', counting)).toBeCloseTo(Number(total?.minutes), 4)
        expect(sum('minutes_lost', intervals)).toBeCloseTo(Number(total?.minutes_lost), 4)
        const { availability } = months.at(-2)
        expect(total?.availability).toBe(availability === null ? '' : percentWords(availability))
        if (availability !== null)
          expect(1 - sum('minutes_lost', intervals) / sum('minutes', counting)).toBeCloseTo(availability, 9)
      }),
      { numRuns: 30 },
    )
  })

  test('names the records, the goal and the definition; today is not over', async () => {
    const from = new Date('2026-10-31T23:00:00Z')
    publish({ services: [service.tid], from_time: from, closed_on: new Date(from.getTime() + 2 * HOUR_MS) })
    holdGoals([{ from: '2026-10', percent: 99.9 }])
    const { slug } = await placeOf('service', service.tid)
    const path = `/${cloud.domain}/services/${slug}/availability.csv`
    const year = await tableOf(path)
    const october = await tableOf(`${path}?month=2026-10`)
    expect(october).toEqual(year.filter(({ month }) => month === '2026-10'))
    expect(october.find(({ state }) => state === 'service_disruption')?.posts).toMatch(/\/posts\/1$/)
    expect(october.at(-1)).toMatchObject({
      state: 'total',
      minutes_lost: '60',
      availability: '99.865%',
      goal: '99.9%',
      goal_result: 'missed',
      definition: `"${AVAILABILITY_DEFINED}"`,
    })
    expect(year.find(({ month, state }) => month === '2026-11' && state === 'total')).toMatchObject({
      to: '2026-11-15T00:00:00.000Z',
      goal_result: 'missed',
    })
    expect(year.find(({ month, state }) => month === '2026-09' && state === 'total')?.goal).toBe('')
    for (const [query, status] of [
      ['month=1999-01', 404],
      ['month=2026-13', 400],
      ['month=2030-01', 200],
    ])
      expect((await site.app.inject(`${path}?${query}`)).statusCode).toBe(status)
  })
})

describe('a goal', () => {
  test('is judged by month, in words on the page, and says nothing about months before it', async () => {
    publish(
      { services: [service.tid], from_time: hour(-24 * 40), closed_on: hour(-24 * 40 + 1) },
      { services: [service.tid], from_time: hour(-2), closed_on: hour(-1.9) },
    )
    holdGoals([
      { from: '2026-09', percent: 99.9 },
      { from: '2026-11', percent: 99.95 },
      { from: '2027-02', percent: 99.999 },
    ])
    const data = await placeOf('service', service.tid)
    expect(data.goal).toBe(99.95)
    expect(data.months.map(({ goal }: { goal: { result: string } | null }) => goal?.result)).toEqual([
      ...Array(9).fill(undefined),
      'met',
      'missed',
      'open',
    ])
    const page = await site.app.inject(`/${cloud.domain}/services/${data.slug}`)
    const words = page.body.replace(/<[^>]+>/g, '')
    expect(words).toContain('99.9% missed by 15 min')
    expect(words).toContain('99.95% met so far, 15 min left')
    expect(words).toContain('Met in 1 of 2 months with a goal.')
    expect(page.body + JSON.stringify(data)).not.toContain('99.999')
    const { data: overview } = (await site.app.inject(`/api/availability?cloud=${cloud.machine_name}`)).json()
    const row = overview.services.find(({ tid }: { tid: number }) => tid === service.tid)
    expect(row.goals).toEqual(data.months.map(({ goal }: { goal: unknown }) => goal))
  })

  test('that is not set is not mentioned', async () => {
    publish({ services: [service.tid], from_time: hour(-900), closed_on: hour(-890) })
    holdGoals([])
    const { slug, goal } = await placeOf('service', service.tid)
    const page = await site.app.inject(`/${cloud.domain}/services/${slug}`)
    expect([goal, page.body.includes('Availability and goal')]).toEqual([null, false])
  })
})

describe('following a place', () => {
  const feedOf = async (mine: string) =>
    (await site.app.inject(`/rss-feed/places?cloud=${cloud.machine_name}&mine=${mine}&format=json`)).json()
  const ids = ({ items }: { items: { url: string }[] }) =>
    items.map(({ url }) => Number(url.split('/').at(-1))).sort((a, b) => a - b)

  // The short run covers the feeds of feeds.test.ts.
  test.skipIf(isShort)('its feed and calendar have exactly the records about it', async () => {
    const [, other] = servicesOf(cloud).filter(({ isActive }) => isActive)
    const advisory = { kind: 'advisory' as const, from_time: hour(-5) }
    const work = { kind: 'maintenance' as const, from_time: hour(24), to_time: hour(25) }
    const takenOff = (at: number) => ({
      ...NO_CHANGE,
      made_on: hour(at),
      services_removed: [service.tid],
    })
    publish(
      { services: [service.tid], from_time: hour(-9), severity_tid: SEVERITY.informational },
      { services: [other?.tid ?? 0], from_time: hour(-8) },
      { from_time: hour(-7), closed_on: hour(-6) },
      { dataCenters: [center.tid], from_time: hour(-5) },
      // An update took the service off.
      {
        services: [other?.tid ?? 0],
        from_time: hour(-4),
        changes: [takenOff(-3)],
      },
      { ...advisory, services: [service.tid] },
      advisory,
      { ...work, services: [service.tid] },
      { ...work, dataCenters: [center.tid] },
      { ...work, event_type: 'postponed' },
      // The plan no longer includes the service.
      { ...work, services: [other?.tid ?? 0], changes: [takenOff(-3)] },
      // It was taken off after the work began.
      { ...work, from_time: hour(-4), services: [other?.tid ?? 0], changes: [takenOff(-3)] },
    )
    expect(ids(await feedOf(`s${service.tid}`))).toEqual([1, 3, 5, 6, 8, 10, 11, 12])
    expect(ids(await feedOf(`d${center.tid}`))).toEqual([3, 4, 9, 10])
    expect(ids(await feedOf(`d${center.tid},s${service.tid}`))).toEqual([1, 3, 4, 5, 6, 8, 9, 10, 11, 12])
    const calendar = await site.app.inject(
      `/calendar/maintenance.ics?cloud=${cloud.machine_name}&mine=s${service.tid}`,
    )
    expect([...calendar.body.matchAll(/UID:maintenance-(\d+)/g)].map(([, id]) => Number(id)).sort()).toEqual([
      10, 12, 8,
    ])
    const list = await site.app.inject(`/api/maintenance?cloud=${cloud.machine_name}&mine=s${service.tid}`)
    expect(
      list
        .json()
        .records.map(({ id }: { id: number }) => id)
        .sort(),
    ).toEqual([10, 12, 8])
  })

  test('one place is cached, a selection is not, and an unknown one is not found', async () => {
    publish({ from_time: hour(-2) })
    const cached = async (path: string) => {
      const before = held().answers.entries
      const { statusCode } = await site.app.inject(path)
      return [statusCode, held().answers.entries - before]
    }
    const both = `s${service.tid},d${center.tid}`
    for (const path of ['/rss-feed/places', '/calendar/maintenance.ics']) {
      const of = (mine: string) => `${path}?cloud=${cloud.machine_name}&mine=${mine}`
      expect(await cached(of(`s${service.tid}`))).toEqual([200, 1])
      expect(await cached(of(`s${service.tid},s1,x`))).toEqual([200, 0])
      expect(await cached(of(both))).toEqual([200, 0])
      expect(await cached(of('s1'))).toEqual([404, 0])
    }
    expect(await cached(`/rss-feed/places?mine=${both}`)).toEqual([404, 0])
  })

  test('its page links to feed, calendar, badge and JSON, also for programs', async () => {
    publish()
    const { slug } = await placeOf('service', service.tid)
    const { body } = await site.app.inject(`/${cloud.domain}/services/${slug}`)
    const html = body.replaceAll('&amp;', '&')
    const onCloud = `cloud=${cloud.machine_name}`
    const mine = `mine=s${service.tid}`
    expect(html).toMatch(
      new RegExp(`<link rel="alternate" type="application/atom.xml"[^>]*${onCloud}&${mine}&format=atom`),
    )
    const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href ?? '')
    for (const href of [
      `/rss-feed/places?${onCloud}&${mine}`,
      `/rss-feed/places?${onCloud}&format=json&${mine}`,
      `/calendar/maintenance.ics?${onCloud}&${mine}`,
      `/${cloud.domain}/badge/service/${service.tid}.svg`,
      `/${cloud.domain}/services/${slug}/availability.csv?month=2026-10`,
    ]) {
      expect(links).toContain(href)
      expect((await site.app.inject(href)).statusCode).toBe(200)
    }
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
