import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListResponse, PostRecord } from '../../src/contract/records.ts'
import { RECORDS_PER_PAGE } from '../../src/domain/constants.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { type StandingHolder, standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const CLOUD = 'northwall_net'
const DOMAIN = 'northwall.net'
const NO_SUCH_STATUS = 999

const LISTS = [
  ['/api/incident', 'incidents'],
  ['/api/maintenance', 'maintenance'],
  ['/api/advisory', 'security-advisories'],
] as const

let edition: Edition
let holder: StandingHolder
let site: TestApp

beforeAll(async () => {
  edition = await demoEdition()
  holder = standingHolder(new Date())
  site = await testApp({ holder })
})

beforeEach(() => {
  holder.hold(edition)
})

afterAll(() => site.app.close())

describe('filters combine on the server', () => {
  test.each(LISTS)(
    'L-12 %s: day, status and data center filters combine, and counts and pages agree',
    async (api) => {
      const all = await everyRecord(api)
      for (const { query, isWanted } of combinations(all)) {
        const wanted = all.filter(isWanted)
        const { records, totalRecords, totalPages } = await ask(api, query)
        expect({ query, totalRecords }).toEqual({ query, totalRecords: wanted.length })
        expect(totalPages).toBe(Math.ceil(wanted.length / RECORDS_PER_PAGE))
        expect(records.map(({ id }) => id)).toEqual(wanted.slice(0, RECORDS_PER_PAGE).map(({ id }) => id))
      }
    },
  )

  test.each(sized<readonly (typeof LISTS)[number][]>({ short: LISTS.slice(0, 2), long: LISTS }))(
    'L-12 %s and its page show the same records for the same filters',
    async (api, page) => {
      const all = await everyRecord(api)
      const first = combinations(all).slice(0, sized({ short: 4, long: Number.POSITIVE_INFINITY }))
      for (const { query } of first.filter(({ query }) => !query.includes(`=${NO_SUCH_STATUS}`))) {
        const { records, totalRecords } = await ask(api, query)
        const { body, statusCode } = await open(page, query)
        expect(statusCode).toBe(200)
        expect(titlesIn(body)).toEqual(records.map(({ title }) => title))
        expect(body.includes('>There are no records<')).toBe(totalRecords === 0)
      }
    },
  )
})

describe('S-10 a list about the chosen places', () => {
  test.each(LISTS)('%s has every record that names one of them, and so has its page', async (api, page) => {
    const all = await everyRecord(api)
    const [service = edition.site.clouds[0]?.serviceCategories[0]?.services[0]] = all.flatMap(
      ({ services }) => services,
    )
    const names = ({ services }: PostRecord) => services.some(({ tid }) => tid === service?.tid)
    // Of the whole cloud, or about the service for a time.
    const mayHave = ({ services, datacenters, changes }: PostRecord) =>
      services.length + datacenters.length === 0 || changes !== undefined
    const query = `mine=s${service?.tid}`
    const { records, totalRecords, mine } = await ask(api, query)
    expect(mine).toEqual({ services: 1, datacenters: 0 })
    expect(totalRecords).toBeGreaterThanOrEqual(all.filter(names).length)
    expect(totalRecords).toBeLessThan(all.length)
    expect(records.filter((record) => !names(record) && !mayHave(record))).toEqual([])
    const { body } = await open(page, query)
    expect(titlesIn(body)).toEqual(records.map(({ title }) => title))
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).toMatch(new RegExp(`<link rel="canonical" href="[^"?]*/${page}">`))
  })

  test('the calendar of such a list has its days only, within the same months', async () => {
    const service = edition.site.clouds[0]?.serviceCategories[0]?.services[0]?.tid
    const [all, own] = await calendars('recent_incident', service)
    expect(Object.keys(own.calendar).length).toBeGreaterThan(0)
    expect(Object.keys(own.calendar).length).toBeLessThan(Object.keys(all.calendar).length)
    expect({ ...own, calendar: null }).toEqual({ ...all, calendar: null })
    const countOn = async (day: string | undefined) =>
      (await ask('/api/incident', `mine=s${service}&date=${day}`)).totalRecords
    expect(await countOn(Object.keys(own.calendar)[0])).toBeGreaterThan(0)
    expect(await countOn(Object.keys(all.calendar).find((day) => own.calendar[day] === undefined))).toBe(0)
  })

  test('a page ignores an invalid selection, and the API does not return everything for it', async () => {
    expect((await open('incidents', 'mine=x,s0')).body).toBe((await open('incidents', '')).body)
    const { totalRecords } = await ask('/api/incident', 'mine=x,s0')
    expect(totalRecords).toBeLessThan((await ask('/api/incident', '')).totalRecords)
  })

  test('an empty list says so, with a way back to everything', async () => {
    const service = edition.site.clouds[0]?.serviceCategories[0]?.services[0]?.tid
    const [all, own] = await calendars('scheduled_maintenance', service)
    const quietDay = Object.keys(all.calendar).find((day) => own.calendar[day] === undefined)
    const { body } = await open('maintenance', `mine=s${service}&date=${quietDay}`)
    expect(body).toContain('>Nothing about your 1 service.<')
    expect(body).toMatch(new RegExp(`href="/${DOMAIN}/maintenance"[^>]*>Show everything<`))
  })

  async function calendars(type: string, service: number | undefined) {
    const daysOf = async (query: string) =>
      (await site.app.inject(`/api/calendar?cloud=${CLOUD}&type=${type}${query}`)).json()
    return [await daysOf(''), await daysOf(`&mine=s${service}`)]
  }
})

describe('at the edges', () => {
  test('G-18 a page past the end is a 404 that says so and links to the first page', async () => {
    const { statusCode, body } = await open('incidents', 'category=5&page=500')
    expect(statusCode).toBe(404)
    expect(body).toContain('>There are no records<')
    expect(body).toMatch(new RegExp(`href="/${DOMAIN}/incidents\\?category=5"[^>]*>Go to the first page<`))
    expect(await ask('/api/incident', 'category=5&page=499')).toMatchObject({ records: [], currentPage: 499 })
  })

  test('a day without records is an empty list with a link to all records', async () => {
    const all = await everyRecord('/api/incident')
    const daysAgo = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
    const days = Array.from({ length: 300 }, (_, back) => daysAgo(back + 1))
    const day = days.find((each) => !all.some((record) => touches(record, each)))
    const { statusCode, body } = await open('incidents', `date=${day}`)
    expect(statusCode).toBe(200)
    expect(body).toContain('>There are no records<')
    expect(body).toMatch(new RegExp(`href="/${DOMAIN}/incidents"[^>]*>Show all records<`))
    expect(await ask('/api/incident', `date=${day}`)).toMatchObject({ totalRecords: 0, totalPages: 0 })
  })

  test('a page ignores a data center of another cloud, and the API returns nothing for it', async () => {
    const foreign = [...edition.site.dataCenters.keys()].find(
      (tid) => !ownDataCenters().includes(tid) && !concernsThisCloud(tid),
    )
    const { statusCode, body } = await open('incidents', `datacenter=${foreign}`)
    expect(statusCode).toBe(200)
    expect(body).toBe((await open('incidents', '')).body)
    expect(await ask('/api/incident', `datacenter=${foreign}`)).toMatchObject({ totalRecords: 0 })
  })

  test('adding a data center of another cloud does not change the result', async () => {
    const own = (await ask('/api/incident', '')).records.find(({ datacenters }) => datacenters.length > 0)
      ?.datacenters[0]?.tid
    const alone = await ask('/api/incident', `datacenter=${own}`)
    const together = await ask('/api/incident', `datacenter=${own}&datacenter=2000000000`)
    expect(together.totalRecords).toBe(alone.totalRecords)
  })

  test('L-02 a page ignores an unknown status, and the API returns nothing for it', async () => {
    const { statusCode, body } = await open('incidents', `category=${NO_SUCH_STATUS}`)
    expect(statusCode).toBe(200)
    expect(body).toBe((await open('incidents', '')).body)
    expect(await ask('/api/incident', `category=${NO_SUCH_STATUS}`)).toMatchObject({ totalRecords: 0 })
  })

  test('P-01 the same on a notification list, with its own text', async () => {
    const { statusCode, body } = await open('sub-processor-notification', `category=${NO_SUCH_STATUS}`)
    expect(statusCode).toBe(200)
    expect(body).toBe((await open('sub-processor-notification', '')).body)
    const beyond = await open('sub-processor-notification', 'page=500')
    expect(beyond.statusCode).toBe(404)
    expect(beyond.body).toContain('>There are no records.<')
  })

  // Which values count: list-query.test.ts.
  test('a URL with an impossible day or data center shows the whole list', async () => {
    const { body } = await open('incidents', '')
    for (const query of ['date=2026-02-30', 'datacenter=x'])
      expect((await open('incidents', query)).body, query).toBe(body)
  })

  test('a far-off year still gives a page', async () => {
    for (const query of sized({ short: ['month=9999-12'], long: ['month=9999-12', 'month=1000-01'] })) {
      const { statusCode, body } = await open('incidents', query)
      expect([query, statusCode]).toEqual([query, 200])
      expect(body).toContain('by day, in UTC.')
      const days = [...body.matchAll(/data-day="([^"]*)"/g)].map(([, day]) => day)
      expect(days.length).toBeGreaterThanOrEqual(28)
      for (const day of days) expect(day).toMatch(/^20\d\d-\d\d-\d\d$/)
      const isPast = query.includes('9999')
      expect(body).toMatch(
        new RegExp(`aria-disabled="true" aria-label="${isPast ? 'Next' : 'Previous'} month"`),
      )
    }
  })
})

describe('a list page has', () => {
  test('L-05 the days of one month, not of all years', async () => {
    const { body } = await open('incidents', '')
    const days = new Set(body.match(/\d{4}-\d\d-\d\d(?!T)/g))
    expect(days.size).toBeLessThan(60)
  })

  test('L-02 the statuses of its records in server order, plus the selected one', async () => {
    const present = new Set((await everyRecord('/api/incident')).map(({ status }) => status))
    const [absent] = edition.site.statuses.filter(({ name }) => !present.has(name))
    const optionsOf = (body: string) =>
      [...body.matchAll(/<option[^>]*>([^<]+)<\/option>/g)].map(([, name]) => name)
    const offered = edition.site.statuses.map(({ name }) => name).filter((name) => present.has(name))
    expect(optionsOf((await open('incidents', '')).body)).toEqual(['All Statuses', ...offered])
    const { body } = await open('incidents', `category=${absent?.id}`)
    expect(body).toContain(`<option value="${absent?.id}" selected="">${absent?.name}</option>`)
  })

  test('noindex if filtered, and not otherwise', async () => {
    const noindex = '<meta name="robots" content="noindex">'
    const monthAgo = new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 10)
    expect((await open('incidents', '')).body).not.toContain(noindex)
    for (const query of ['category=5', `month=${monthAgo.slice(0, 7)}`]) {
      expect((await open('incidents', query)).body, query).toContain(noindex)
    }
  })
})

function combinations(all: readonly PostRecord[]) {
  const statusIds = new Map(edition.site.statuses.map(({ id, name }) => [name, id]))
  const samples = [all[0], all[Math.floor(all.length / 2)], all.at(-1)].flatMap((record) => record ?? [])
  return samples.flatMap((record) => {
    const category = statusIds.get(record.status) ?? 0
    const date = dayOf(record)
    const centers = record.datacenters.map(({ tid }) => tid)
    const isInStatus = ({ status }: PostRecord) => status === record.status
    const isOfDay = (other: PostRecord) => touches(other, date)
    const isThere = ({ datacenters }: PostRecord) =>
      centers.length === 0 || datacenters.some(({ tid }) => centers.includes(tid))
    const inCenters = centers.map((tid) => `datacenter=${tid}`)
    return [
      { query: `category=${category}`, isWanted: isInStatus },
      { query: `date=${date}`, isWanted: isOfDay },
      { query: inCenters.join('&'), isWanted: isThere },
      {
        query: [`category=${category}`, `date=${date}`, ...inCenters].join('&'),
        isWanted: (other: PostRecord) => isInStatus(other) && isOfDay(other) && isThere(other),
      },
      { query: `category=${NO_SUCH_STATUS}&date=${date}`, isWanted: () => false },
    ]
  })
}

function dayOf({ post_type, fromTime, posted_on }: PostRecord) {
  return (post_type === 'advisory' ? posted_on : (fromTime ?? posted_on)).slice(0, 10)
}

/** The same rule, implemented differently: compares strings from the API. */
function touches(record: PostRecord, day: string) {
  const first = dayOf(record)
  if (record.post_type === 'advisory') return first === day
  const end = record.toTime ?? record.closed_on
  const isOpenIncident = end === null && record.post_type === 'incident'
  const last = isOpenIncident ? new Date().toISOString().slice(0, 10) : (end ?? first).slice(0, 10)
  const endsAtMidnight = end?.endsWith('T00:00:00.000Z') === true && last > first
  return first <= day && (endsAtMidnight ? day < last : day <= last)
}

function ownDataCenters() {
  const cloud = edition.site.clouds.find(({ machine_name }) => machine_name === CLOUD)
  return (cloud?.regions ?? []).flatMap(({ dataCenters }) => dataCenters.map(({ tid }) => tid))
}

/** An incident on several clouds names the data centers of all of them. */
function concernsThisCloud(tid: number) {
  const id = edition.site.clouds.find(({ machine_name }) => machine_name === CLOUD)?.id ?? 0
  return [...edition.records.byId.values()].some(
    ({ clouds, dataCenters }) => clouds.includes(id) && dataCenters.includes(tid),
  )
}

async function everyRecord(api: string): Promise<PostRecord[]> {
  const first = await ask(api, '')
  const others = Array.from({ length: first.totalPages - 1 }, (_, index) => ask(api, `page=${index + 1}`))
  return [first, ...(await Promise.all(others))].flatMap(({ records }) => records)
}

async function ask(api: string, query: string): Promise<ListResponse> {
  return (await site.app.inject(`${api}?cloud=${CLOUD}&${query}`)).json()
}

function open(page: string, query: string) {
  return site.app.inject(`/${DOMAIN}/${page}?${query}`)
}

function titlesIn(html: string) {
  return [...html.matchAll(/<article.*?<h[23][^>]*><a[^>]*>(.*?)<\/a>/gs)].map(([, title = '']) =>
    title
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )
}
