import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SEVERITY } from '../../src/domain/record.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort, sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import type { CenterAnswer } from '../support/made-up-centers.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, addSmallSite, type SmallCloud } from '../support/small-site.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

let database: TestDatabase
let site: TestApp
let alpha: SmallCloud
let beta: SmallCloud
let now = new Date()
const holder = standingHolder(now)

beforeAll(async () => {
  database = await testDatabase()
  ;({ alpha, beta } = await addSmallSite(database.db))
  site = await testApp({ holder, clock: () => now })
})
afterAll(async () => {
  await site.app.close()
  await database.drop()
})
beforeEach(async () => {
  now = new Date()
  const standing = await database.db
    .selectFrom('records')
    .where('state', '=', 'published')
    .select('id')
    .execute()
  for (const { id } of standing) await unpublish(database.db, id)
})

describe('the status of a data center on the map', () => {
  test('is operational while nothing is open there', async () => {
    await publishNew({ title: 'Over', from_time: hoursFromNow(-2), closed_on: hoursFromNow(-1) })
    expect(await centerOf(alpha)).toMatchObject({ state: 'operational', open: [] })
  })

  test('is the most severe of its open records, which are all listed, the most severe first', async () => {
    const slow = await publishNew({ title: 'Slow', severity_tid: SEVERITY.serviceDegradation })
    const work = await publishNew({ title: 'Work', ...MAINTENANCE, from_time: hoursFromNow(-2) })
    const down = await publishNew({ title: 'Down', severity_tid: SEVERITY.serviceDisruption })
    const notice = await publishNew({ title: 'Notice', severity_tid: SEVERITY.informational })
    const { state, open } = await centerOf(alpha)
    expect(state).toBe('service_disruption')
    expect(open.map(({ id }) => id)).toEqual([down, slow, work, notice])
    expect(open[2]).toEqual({
      id: work,
      title: 'Work',
      post_type: 'maintenance',
      severityId: SEVERITY.informational,
    })
  })

  test.skipIf(isShort)(
    'is under maintenance from its start until it is closed, by the clock alone',
    async () => {
      const id = await publishNew({ ...MAINTENANCE, from_time: hoursFromNow(1), to_time: hoursFromNow(2) })
      expect((await centerOf(alpha)).state).toBe('operational')
      const stateNow = async () => (await centersOf(alpha.machineName))[0]?.state
      now = hoursFromNow(1.5)
      expect(await stateNow()).toBe('under_maintenance')
      now = hoursFromNow(3)
      expect(await stateNow()).toBe('under_maintenance')
      await database.db.updateTable('records').set({ closed_on: now }).where('id', '=', id).execute()
      await publish(database.db, id, { step: 'updated' })
      expect((await centerOf(alpha)).state).toBe('operational')
    },
  )

  test.each(['postponed', 'completed'] as const)(
    'is operational while its work is %s',
    async (event_type) => {
      await publishNew({ ...MAINTENANCE, event_type, from_time: hoursFromNow(-1) })
      expect(await centerOf(alpha)).toMatchObject({ state: 'operational', open: [] })
    },
  )

  test('ignores other clouds, drafts and unpublished records', async () => {
    await publishNew({ clouds: [beta] })
    await addDraft(database.db, { clouds: [alpha], from_time: hoursFromNow(-1) })
    await unpublish(database.db, await publishNew())
    expect(await centerOf(alpha)).toMatchObject({ state: 'operational', open: [] })
    expect((await centerOf(beta)).state).toBe('service_disruption')
  })

  test('matches the Cloud Status page for every data center of demo clouds', async () => {
    const edition = await demoEdition()
    holder.hold(edition)
    const clouds = edition.site.clouds.slice(0, sized({ short: 2, long: Number.POSITIVE_INFINITY }))
    for (const { machine_name: cloud } of clouds) {
      const onStatus = await openIncidentsByCenter(cloud)
      for (const { tid, open } of await centersOf(cloud)) {
        const incidents = open.filter(({ post_type }) => post_type === 'incident').map(({ id }) => id)
        expect(incidents.sort(), `${tid} on ${cloud}`).toEqual(onStatus.get(tid)?.sort() ?? [])
      }
    }
  })
})

test('M-06 a cloud without data centers returns an empty list, and an unknown one 404', async () => {
  holder.hold(await demoEdition())
  expect(await centersOf('agent_northwall_net')).toEqual([])
  expect((await site.app.inject('/api/dc_map/nowhere')).statusCode).toBe(404)
})

describe('the URL of the map', () => {
  beforeAll(async () => holder.hold(await demoEdition()))

  test.each(['', '?search=%20%20'])('shows the whole map with %s', async (query) => {
    const { body } = await site.app.inject(`/northwall.net/data-center-map${query}`)
    expect(rowsIn(body)).toBeGreaterThan(150)
  })

  test('M-02 keeps a search and drops one that is too long', async () => {
    const found = await site.app.inject('/northwall.net/data-center-map?search=zurich')
    expect(rowsIn(found.body)).toBe(3)
    const long = await site.app.inject(`/northwall.net/data-center-map?search=${'x'.repeat(5000)}`)
    expect(long.statusCode).toBe(200)
    expect(long.body).toContain('No data center matches')
    expect(long.body).not.toContain('x'.repeat(100))
  })

  test('with a search has the whole map as canonical', async () => {
    const { body } = await site.app.inject('/northwall.net/data-center-map?search=zurich')
    expect(/<link rel="canonical" href="([^"]+)"/.exec(body)?.[1]).toMatch(
      /\/northwall\.net\/data-center-map$/,
    )
  })
})

const MAINTENANCE = {
  kind: 'maintenance',
  event_type: 'scheduled',
  severity_tid: SEVERITY.informational,
} as const

async function publishNew(fields: Parameters<typeof addDraft>[1] = {}): Promise<number> {
  const id = await addDraft(database.db, { clouds: [alpha], from_time: hoursFromNow(-1), ...fields })
  await publish(database.db, id)
  return id
}

function hoursFromNow(hours: number) {
  return new Date(Date.now() + hours * 3_600_000)
}

async function centerOf(cloud: SmallCloud): Promise<CenterAnswer> {
  holder.hold(await loadEdition(database.db))
  const found = (await centersOf(cloud.machineName)).find(({ tid }) => tid === cloud.dataCenter)
  if (found === undefined) throw new Error(`${cloud.domain} has lost its data center`)
  return found
}

async function centersOf(cloud: string): Promise<CenterAnswer[]> {
  const answer = await site.app.inject(`/api/dc_map/${cloud}`)
  expect(answer.statusCode).toBe(200)
  return answer.json().data.datacenters
}

async function openIncidentsByCenter(cloud: string): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  for (const type of ['public', 'premium']) {
    const answer = await site.app.inject(`/api/cloud-status?cloud=${cloud}&requestType=${type}`)
    for (const { subCategory } of answer.json().data.category) {
      for (const { tid, issues } of subCategory) {
        const open = issues.filter(({ endTime }: { endTime: string | null }) => endTime === null)
        found.set(
          tid,
          open.map(({ id }: { id: number }) => id),
        )
      }
    }
  }
  return found
}

function rowsIn(html: string) {
  return html.match(/<tr id="dc-/g)?.length ?? 0
}
