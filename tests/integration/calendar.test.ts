import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALENDAR_TYPES, type CalendarResponse, type CalendarType } from '../../src/contract/calendar.ts'
import type { ListResponse } from '../../src/contract/records.ts'
import { EVENT_KINDS } from '../../src/domain/calendar/event-kind.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import { dayFromName, dayName } from '../../src/domain/time.ts'
import type { AnswerContext } from '../../src/edition/answers/answer-outcome.ts'
import { answers } from '../../src/edition/answers/answers.ts'
import type { Edition, SiteCloud } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { EMPTY_SHELF, nextShelf } from '../../src/edition/record-shelf.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { type StandingHolder, standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const LISTS = {
  recent_incident: '/api/incident',
  scheduled_maintenance: '/api/maintenance',
  advisory: '/api/advisory',
} as const

const LONG_HISTORY = sized({ short: 6_000, long: 50_000 })
const CLOUDS_COMPARED = sized({ short: 1, long: Number.POSITIVE_INFINITY })

let edition: Edition
let holder: StandingHolder
let site: TestApp
let now: Date

beforeAll(async () => {
  edition = await demoEdition()
  now = new Date()
  holder = standingHolder(now)
  holder.hold(edition)
  site = await testApp({ holder, clock: () => now })
})

afterAll(() => site.app.close())

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
}

describe('L-05 the calendar and the lists agree', () => {
  test.each(CALENDAR_TYPES)('%s: a day has a kind exactly when its list has records', (type) => {
    for (const cloud of edition.site.clouds.slice(0, CLOUDS_COMPARED)) {
      const { start_date, end_date, calendar } = calendarOf(edition, cloud, type)
      for (let day = dayFromName(start_date) - 31; day <= dayFromName(end_date) + 31; day++) {
        const { records, totalRecords } = listOf(edition, cloud, type, dayName(day))
        const kinds = records.map(({ event_type }) => event_type)
        const where = `${cloud.domain} on ${dayName(day)}`
        expect(calendar[dayName(day)] !== undefined, where).toBe(totalRecords > 0)
        if (totalRecords > 0 && totalRecords === records.length) {
          expect(calendar[dayName(day)], where).toBe(EVENT_KINDS.find((kind) => kinds.includes(kind)))
        }
      }
    }
  })

  test('an open incident has its severity on this cloud, until it is over here', () => {
    const [cloud, other] = edition.site.clouds
    const [incident] = [...edition.records.byId.values()].filter(({ kind }) => kind === 'incident')
    const [service] = cloud?.serviceCategories[0]?.services ?? []
    const [elsewhere] = other?.serviceCategories[0]?.services ?? []
    if (!cloud || !other || !incident || !service || !elsewhere) throw new Error('The demo has all of these.')
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
    const dayOf = (days: number) => daysAgo(days).toISOString().slice(0, 10)
    const at = (severity_tid: number, tid: number) => ({
      record_id: 1,
      place: 'service' as const,
      tid,
      severity_tid,
    })
    const kindsWith = (change: Partial<EditionRecord>, on = cloud) => {
      const record = {
        ...incident,
        id: 1,
        clouds: [cloud.id, other.id],
        services: [service.tid, elsewhere.tid],
        dataCenters: [],
        severity_tid: SEVERITY.serviceDisruption,
        event_type: 'service_disruption' as const,
        from_time: daysAgo(4),
        to_time: null,
        closed_on: null,
        changes: [],
        ...change,
      }
      const held = { ...edition, records: nextShelf(EMPTY_SHELF, { changed: [record], withdrawn: [] }) }
      const { calendar } = calendarOf(held, on, 'recent_incident')
      return [4, 2, 0].map((days) => calendar[dayOf(days)])
    }
    const [bad, mild, listed] = ['service_disruption', 'service_degradation', 'informational']
    const milder = { placeStates: [at(SEVERITY.serviceDegradation, service.tid)] }
    expect(kindsWith(milder)).toEqual([mild, mild, mild])
    expect(kindsWith(milder, other)).toEqual([bad, bad, bad])
    const recovered = {
      placeStates: [at(SEVERITY.noServiceImpact, service.tid)],
      changes: [
        {
          ...NO_CHANGE,
          made_on: daysAgo(2),
          place_states: [
            {
              place: 'service' as const,
              tid: service.tid,
              own_before: null,
              from: SEVERITY.serviceDisruption,
              to: SEVERITY.noServiceImpact,
            },
          ],
        },
      ],
    }
    expect(kindsWith(recovered)).toEqual([bad, bad, listed])
    expect(kindsWith(recovered, other)).toEqual([bad, bad, bad])
  })

  test('every record of a list is on a day of the calendar', () => {
    for (const type of CALENDAR_TYPES) {
      const cloud = cloudOf('northwall_net')
      const { calendar } = calendarOf(edition, cloud, type)
      const found = new Set(
        Object.keys(calendar).flatMap((day) => listOf(edition, cloud, type, day).records.map(({ id }) => id)),
      )
      expect(found.size).toBe(listOf(edition, cloud, type).totalRecords)
    }
  })
})

describe('the bounds of the calendar', () => {
  test('L-05 it starts with the month of the oldest record', async () => {
    const cloud = cloudOf('northwall_net')
    const { start_date } = await ask('northwall_net', 'recent_incident')
    const { totalPages } = listOf(edition, cloud, 'recent_incident')
    const oldest = (await site.app.inject(`/api/incident?cloud=northwall_net&page=${totalPages - 1}`))
      .json<ListResponse>()
      .records.at(-1)
    expect(start_date).toBe(`${oldest?.fromTime?.slice(0, 7)}-01`)
  })
})

describe('L-06 data centers', () => {
  test('are grouped by region if records concern some', async () => {
    const { datacenters } = await ask('northwall_net', 'recent_incident')
    expect(datacenters).toEqual(
      cloudOf('northwall_net').regions.map(({ title, dataCenters }) => ({
        label: title,
        options: dataCenters.map(({ tid, name }) => ({ value: tid, label: name })),
      })),
    )
  })

  test('are not offered if no record concerns one', async () => {
    expect((await ask('northwall_net', 'advisory')).datacenters).toEqual([])
    expect((await ask('agent_northwall_net', 'recent_incident')).datacenters).toEqual([])
  })
})

describe('over HTTP', () => {
  test.each([
    ['cloud=nowhere&type=advisory', 404],
    ['cloud=northwall_net', 400],
    ['cloud=northwall_net&type=notification', 400],
    ['type=advisory', 400],
  ])('/api/calendar?%s answers %i with a message', async (query, status) => {
    const answer = await site.app.inject(`/api/calendar?${query}`)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual(expect.objectContaining({ message: expect.any(String) }))
  })

  test('L-05 an open incident reaches a new day when the day begins, without a publication', async () => {
    const open = withRecords({ kind: 'incident', from_time: new Date('2026-11-14T12:00:00Z') })
    holder.hold(open)
    now = new Date('2026-11-15T23:59:59Z')
    expect(Object.keys((await ask('northwall_net', 'recent_incident')).calendar)).toEqual([
      '2026-11-14',
      '2026-11-15',
    ])
    now = new Date('2026-11-16T00:00:00Z')
    const { calendar, current_date } = await ask('northwall_net', 'recent_incident')
    expect(Object.keys(calendar)).toEqual(['2026-11-14', '2026-11-15', '2026-11-16'])
    expect(current_date).toBe('2026-11-16')
  })
})

describe('a long history', () => {
  test(`${LONG_HISTORY} records, some of them years long, color their days`, () => {
    const long = withRecords(...Array.from({ length: LONG_HISTORY }, (_, index) => manyTimes(index)))
    const cloud = cloudOf('northwall_net')
    const days = Object.keys(calendarOf(long, cloud, 'recent_incident').calendar).length
    expect(days).toBeGreaterThan(5_000)
  })

  function manyTimes(index: number): Partial<EditionRecord> {
    const from = Date.UTC(2010, 0, 1) + (index % 5_800) * 86_400_000
    const isYearsLong = index % 100 === 0
    return {
      kind: 'incident',
      from_time: new Date(from),
      to_time: isYearsLong ? new Date(from + 1_500 * 86_400_000) : new Date(from + 7_200_000),
      closed_on: now,
    }
  }
})

test("L-05 a day's list has an open incident as soon as the day begins, without a publication", async () => {
  holder.hold(withRecords({ kind: 'incident', from_time: new Date('2026-11-14T12:00:00Z') }))
  const isListed = async () =>
    (await site.app.inject('/api/incident?cloud=northwall_net&date=2026-11-16')).json<ListResponse>()
      .totalRecords === 1
  now = new Date('2026-11-15T23:59:59Z')
  expect(await isListed()).toBe(false)
  now = new Date('2026-11-16T00:00:00Z')
  expect(await isListed()).toBe(true)
})

function cloudOf(machineName: string): SiteCloud {
  const cloud = edition.site.clouds.find(({ machine_name }) => machine_name === machineName)
  if (cloud === undefined) throw new Error(`The demo has no cloud ${machineName}.`)
  return cloud
}

function withRecords(...wanted: Partial<EditionRecord>[]): Edition {
  const [pattern] = edition.records.byId.values()
  if (pattern === undefined) throw new Error('The demo has no records.')
  const changed = wanted.map((record, index) => ({
    ...pattern,
    notification_type: null,
    from_time: null,
    to_time: null,
    closed_on: null,
    clouds: [cloudOf('northwall_net').id],
    ...record,
    id: index + 1,
  }))
  return { ...edition, records: nextShelf(EMPTY_SHELF, { changed, withdrawn: [] }) }
}

async function ask(cloud: string, type: CalendarType): Promise<CalendarResponse> {
  return (await site.app.inject(`/api/calendar?cloud=${cloud}&type=${type}`)).json()
}

function contextOf(of: Edition): AnswerContext {
  const deployment = {
    isGov: false,
    isTrustDR: false,
    isInMaintenance: false,
    staleSince: null,
    publicUrl: 'https://trust.northwall.example',
    redirectHosts: [],
    hasSignOn: false,
    logWitnesses: [],
  }
  return { edition: of, now, deployment }
}

function calendarOf(of: Edition, { machine_name: cloud }: SiteCloud, type: CalendarType): CalendarResponse {
  const outcome = answers['/api/calendar'](contextOf(of), { cloud, type })
  if (outcome.kind !== 'value') throw new Error(outcome.message)
  return outcome.value
}

function listOf(
  of: Edition,
  { machine_name: cloud }: SiteCloud,
  type: CalendarType,
  date?: string,
): ListResponse {
  const outcome = answers[LISTS[type]](contextOf(of), { cloud, ...(date !== undefined && { date }) })
  if (outcome.kind !== 'value') throw new Error(outcome.message)
  return outcome.value
}
