import { Agent, get as httpGet, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sized } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { eventually } from '../support/eventually.ts'
import { incidentOn, newsroomStaff } from '../support/newsroom.ts'
import { CLOUD, subscriber } from '../support/subscriber.ts'

const PAGE = '/northwall.net/incidents'
/** Shows a duration, so it changes every minute. */
const PAGE_OF_A_MINUTE = '/northwall.net/data-center-map'
/** More than may wait in line. */
const CLIENTS = sized({ short: 240, long: 300 })
/** Clients that are asked to retry later do: still many times more than the site can handle. */
const RETRY_AFTER_MS = sized({ short: 500, long: 200 })
const OVERLOADED = 'The site is very busy right now. Please try again in a moment.'

let site: AccountSite
let port: number

beforeAll(async () => {
  site = await accountSite()
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  port = (site.app.server.address() as AddressInfo).port
})

afterAll(() => site.stop())

interface Got {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

test('at ten times capacity, cached pages, signed-in work and publishing continue; the rest is asked to retry', async () => {
  const agent = new Agent({ keepAlive: true })
  const readers = new Agent({ keepAlive: true })
  const staff = await newsroomStaff(site)
  const reader = await subscriber(site)
  const cloud = await demoCloud(site.database.db, CLOUD)
  await askTogether()
  await get(PAGE_OF_A_MINUTE, { agent: readers })
  const record = await staff.create(incidentOn(cloud))
  await reader.offer()

  function askTogether() {
    return Promise.all(Array.from({ length: 5 }, () => get(PAGE, { agent: readers })))
  }

  let isFlooding = true
  const floods: Got[] = []
  let asked = 0
  const flood = async () => {
    while (isFlooding) {
      asked++
      const got = await get(`/northwall.net/faq?search=word${asked}`, { agent }).catch((error: unknown) => {
        if (isFlooding) throw error
      })
      if (got === undefined) return
      floods.push(got)
      if (got.status === 503) await sleep(RETRY_AFTER_MS)
    }
  }
  const flooding = Promise.all(Array.from({ length: CLIENTS }, flood))
  try {
    await eventually(() => expect(floods.some(({ status }) => status === 503)).toBe(true))
    const kept = await askTogether()
    expect(new Set(kept.map(({ status }) => status))).toEqual(new Set([200]))
    for (const path of ['/healthz', '/readyz']) expect((await get(path, { agent: readers })).status).toBe(200)
    site.clock.pass(61)
    expect((await get(PAGE_OF_A_MINUTE, { agent: readers })).status).toBe(200)
    await reader.offer()
    const published = await staff.published(record.id, record.version)
    expect(published.state).toBe('published')
    await eventually(() => expect(floods.some(({ status }) => status === 200)).toBe(true))
  } finally {
    isFlooding = false
    // Those in line no longer need an answer.
    agent.destroy()
    await flooding
    readers.destroy()
  }

  const statuses = new Set(floods.map(({ status }) => status))
  expect(statuses).toEqual(new Set([200, 503]))
  for (const { headers, body } of floods.filter(({ status }) => status === 503)) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(body).toContain(OVERLOADED)
  }
  // Logged a second after the first.
  await eventually(() => expect(site.log.filter(({ msg }) => msg.startsWith('Overloaded'))).not.toEqual([]))
})

function get(path: string, { agent }: { agent: Agent }): Promise<Got> {
  return new Promise((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port, path, agent }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (data) => {
        body += data
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
      response.on('error', reject)
    }).on('error', reject)
  })
}
