import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { type AutomationSite, automationSite, type Program } from '../support/automation-site.ts'

let site: AutomationSite
let program: Program
let service: { tid: number; name: string; cloud: string }
let center: { tid: number; name: string; clouds: string[] }

beforeAll(async () => {
  site = await automationSite()
  const { ask } = await site.program()
  const services = (await ask('/services')).json().data
  service = services.find(({ state }: { state: string }) => state === 'operational')
  const centers = (await ask('/data-centers')).json().data
  center = centers.find(
    ({ state, clouds }: { state: string; clouds: string[] }) => state === 'operational' && clouds.length > 0,
  )
})
afterAll(() => site.stop())
beforeEach(async () => {
  program = await site.program()
})

async function report(body: object, path = `/services/${service.tid}/state`, method: 'PUT' | 'POST' = 'PUT') {
  const answered = await program.ask(path, { method, body })
  return { status: answered.statusCode, ...answered.json() }
}

async function stateOf(path: string, tid: number) {
  const { data } = (await program.ask(path)).json()
  return data.find((each: { tid: number }) => each.tid === tid).state
}

test('Z-08 clouds, services and data centers are listed with their states', async () => {
  const { data: clouds } = (await program.ask('/clouds')).json()
  expect(clouds.map(({ machine_name }: { machine_name: string }) => machine_name)).toContain('northwall_net')
  const { data: all } = (await program.ask('/services')).json()
  const { data: some } = (await program.ask('/services?cloud=northwall_net')).json()
  expect(some.length).toBeGreaterThan(0)
  expect(some.length).toBeLessThan(all.length)
  expect(some.every(({ cloud }: { cloud: string }) => cloud === 'northwall_net')).toBe(true)
  const { data: centers } = (await program.ask('/data-centers?cloud=northwall_net')).json()
  expect(centers[0]).toMatchObject({ region: expect.any(String), country_code: expect.any(String) })
})

// The short run covers the states of verdict.test.ts.
test.skipIf(isShort)(
  'Z-08 S-03 states are those of the site: of a whole cloud, and of places that are better than the incident',
  async () => {
    const lists = async () => {
      const of = async (path: string) => (await program.ask(path)).json().data
      const [services, centers, clouds] = [
        await of('/services'),
        await of('/data-centers'),
        await of('/clouds'),
      ]
      return { services, centers, clouds }
    }
    const before = await lists()
    const isQuiet = ({ state }: { state: string }) => state === 'operational'
    const cloud = before.clouds.find(({ machine_name }: { machine_name: string }) => {
      const own = before.services.filter((each: { cloud: string }) => each.cloud === machine_name)
      return own.length > 1 && own.every(isQuiet)
    }).machine_name
    const states = async () => {
      const { services, centers, clouds } = await lists()
      return {
        cloud: clouds.find((each: { machine_name: string }) => each.machine_name === cloud).state,
        services: services.flatMap((each: { cloud: string; state: string }) =>
          each.cloud === cloud ? [each.state] : [],
        ),
        areCentersQuiet: centers
          .filter((each: { clouds: string[] }) => each.clouds.includes(cloud))
          .every(isQuiet),
      }
    }
    const opened = async (fields: object) =>
      (
        await program.ask('/incidents', {
          method: 'POST',
          body: {
            title: 'Trouble',
            body: 'It is slow.',
            clouds: [cloud],
            severity: 'Service Disruption',
            ...fields,
          },
        })
      ).json().data.id
    const ended = (id: number) =>
      program.ask(`/incidents/${id}/resolve`, { method: 'POST', body: { body: 'Over.' } })
    const quiet = await states()

    const whole = await opened({})
    expect(await states()).toEqual({
      cloud: 'disruption',
      services: quiet.services.map(() => 'disruption'),
      areCentersQuiet: false,
    })
    await ended(whole)

    const own = before.services.filter((each: { cloud: string }) => each.cloud === cloud)
    const [down, well] = own
    const partly = await opened({
      services: [down.tid, well.tid],
      affected: [{ service: well.tid, severity: 'recovered' }],
    })
    expect(await stateOf('/services', well.tid)).toBe('operational')
    expect(await stateOf('/services', down.tid)).toBe('disruption')
    await ended(partly)
    expect(await states()).toEqual(quiet)
  },
)

test('Z-08 a failing service has one incident from start to end', async () => {
  const opened = await report({ state: 'degradation', message: 'Some requests take long.' })
  expect(opened).toMatchObject({
    status: 200,
    data: {
      outcome: 'opened',
      record: {
        title: `${service.name}: degraded`,
        severity: { tid: 19 },
        clouds: [service.cloud],
        services: [{ tid: service.tid }],
        body: '<p>Some requests take long.</p>',
        state: 'published',
      },
    },
  })
  const { id } = opened.data.record
  expect(await stateOf('/services', service.tid)).toBe('degradation')
  expect((await report({ state: 'degradation' })).data).toMatchObject({
    outcome: 'unchanged',
    record: { id },
  })
  expect((await report({ state: 'disruption' }, undefined, 'POST')).data).toMatchObject({
    outcome: 'updated',
    record: { id, severity: { tid: 20 } },
  })
  expect(await stateOf('/services', service.tid)).toBe('disruption')
  expect((await report({ state: 'operational', message: 'Fixed.' })).data).toMatchObject({
    outcome: 'resolved',
    record: { id, status: 'Resolved', is_open: false },
  })
  expect(await stateOf('/services', service.tid)).toBe('operational')
  expect((await report({ state: 'operational' })).data.outcome).toBe('unchanged')
  expect((await site.publications(id)).map(({ step }) => step)).toEqual(['opened', 'updated', 'resolved'])
})

test('Z-08 a new failure within ten minutes reopens the incident', async () => {
  const { id } = (await report({ state: 'investigation' })).data.record
  await report({ state: 'operational' })
  site.clock.pass(300)
  expect((await report({ state: 'disruption' })).data).toMatchObject({
    outcome: 'reopened',
    record: { id, severity: { tid: 20 }, is_open: true },
  })
  expect((await site.publications(id)).map(({ step }) => step)).toEqual(['opened', 'resolved', 'updated'])
  await report({ state: 'operational' })
  site.clock.pass(601)
})

test('Z-08 a data center works the same, with custom text, and as a draft', async () => {
  const path = `/data-centers/${center.tid}/state`
  const { data } = await report({ state: 'disruption', title: 'Power is out', publish: false }, path)
  expect(data).toMatchObject({
    outcome: 'opened',
    record: { title: 'Power is out', state: 'draft', data_centers: [{ tid: center.tid }] },
  })
  expect((await report({ state: 'operational' }, path)).data.outcome).toBe('unchanged')
  expect(await stateOf('/data-centers', center.tid)).toBe('operational')
})

test.skipIf(isShort)(
  'Z-08 a service that people called recovered is affected again if the program reports it, also reopened',
  async () => {
    const { data } = (await program.ask('/services')).json()
    const beside = data.find(
      ({ tid, cloud }: typeof service) => cloud === service.cloud && tid !== service.tid,
    )
    const { id } = (await report({ state: 'degradation' })).data.record
    const recovers = () =>
      program.ask(`/incidents/${id}/updates`, {
        method: 'POST',
        body: {
          body: 'It runs again.',
          add_services: [beside.tid],
          affected: [{ service: service.tid, severity: 'recovered' }],
        },
      })
    expect((await recovers()).statusCode).toBe(201)
    expect(await stateOf('/services', service.tid)).toBe('operational')
    const again = await report({ state: 'degradation', message: 'It is slow again.' })
    expect(again.data).toMatchObject({
      outcome: 'updated',
      record: { id, affected: [{ is_own: false }, { is_own: false }] },
    })
    expect(await stateOf('/services', service.tid)).toBe('degradation')

    expect((await recovers()).statusCode).toBe(201)
    await report({ state: 'operational' })
    expect((await report({ state: 'degradation' })).data).toMatchObject({
      outcome: 'reopened',
      record: { id },
    })
    expect(await stateOf('/services', service.tid)).toBe('degradation')
    await report({ state: 'operational' })
  },
)

test('Z-08 an incident resolved by staff stays resolved until the program reports operational', async () => {
  const { id } = (await report({ state: 'degradation' })).data.record
  await program.ask(`/incidents/${id}/resolve`, { method: 'POST', body: { body: 'By hand.' } })
  expect((await report({ state: 'disruption' })).data).toMatchObject({ outcome: 'unchanged' })
  expect((await report({ state: 'operational' })).data.outcome).toBe('unchanged')
  const next = (await report({ state: 'degradation' })).data
  expect(next.outcome).toBe('opened')
  expect(next.record.id).not.toBe(id)
})

// The short run covers the same characters in alertmanager.test.ts.
test.skipIf(isShort)("Z-08 characters that the database can't store are removed", async () => {
  const opened = await report({ state: 'degradation', message: 'It is\0 slow.', title: 'Slow\0' })
  expect(opened).toMatchObject({
    status: 200,
    data: { record: { title: 'Slow', body: '<p>It is slow.</p>' } },
  })
  expect((await report({ state: 'operational', message: 'Over \ud83d.' })).status).toBe(200)
})

// The short run covers the placeholders of automation-incidents.test.ts.
test.skipIf(isShort)('Z-08 braces in a message are text, in the first one as in later ones', async () => {
  const opened = await report({ state: 'degradation', message: 'Template {{ region }} is slow.' })
  expect(opened, JSON.stringify(opened)).toMatchObject({
    status: 200,
    data: { outcome: 'opened', record: { body: '<p>Template {{ region }} is slow.</p>' } },
  })
  const updated = await report({ state: 'disruption', message: 'Template {{ region }} is down.' })
  expect(updated).toMatchObject({ status: 200, data: { outcome: 'updated' } })
  await report({ state: 'operational' })
})

test('Z-08 an incident can’t start in the future, and one that an earlier version let start then still ends', async () => {
  const { id } = (await report({ state: 'degradation' })).data.record
  const start = (ms: number) => new Date(site.clock.now.getTime() + ms)
  const movedTo = (started_at: Date) =>
    program.ask(`/incidents/${id}`, { method: 'PATCH', body: { started_at: started_at.toISOString() } })
  const refused = await movedTo(start(3_600_000))
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { errors: { started_at: 'An incident can’t start after it is published.' } },
  ])
  expect((await movedTo(start(240_000))).json()).toMatchObject({
    data: { started_at: site.clock.now.toISOString() },
  })
  const stored = site.database.db.updateTable('records').set({ from_time: start(3_600_000) })
  await stored.where('id', '=', id).execute()
  expect((await report({ state: 'operational' })).data).toMatchObject({
    outcome: 'resolved',
    record: { id, started_at: site.clock.now.toISOString(), closed_at: site.clock.now.toISOString() },
  })
})

test('Z-08 six simultaneous reports open one incident', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => report({ state: 'degradation' })))
  expect(new Set(answers.map(({ data }) => data.record.id)).size).toBe(1)
  expect(answers.filter(({ data }) => data.outcome === 'opened')).toHaveLength(1)
})

test('Z-08 an unknown service or state is rejected', async () => {
  expect(await report({ state: 'degradation' }, '/services/999999/state')).toMatchObject({ status: 404 })
  expect(await report({ state: 'on fire' })).toMatchObject({ status: 400 })
})
