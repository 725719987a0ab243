import { execFileSync } from 'node:child_process'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type BuiltSite, isRunning, readiness, runBuiltSite, startBuiltSite } from '../support/built-site.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/publish.ts'
import { readingClients } from '../support/reading-clients.ts'
import { addDraft } from '../support/small-site.ts'

/** On a machine that others use as well. */
const START_WITHIN_MS = 40_000
const CLIENTS = 20
const READS_PER_PHASE = 400
const PATHS = [
  '/northwall.net',
  '/northwall.net/incidents',
  '/api/global',
  '/api/verdict?cloud=northwall_net',
]

let database: TestDatabase
const sites: BuiltSite[] = []

// `npm test` builds before it runs these.
describe.skipIf(!isBuilt())('the built site in several processes', () => {
  beforeAll(async () => {
    database = await testDatabase('demo')
    return () => database.drop()
  })

  afterEach(async () => {
    await Promise.all(sites.splice(0).map((site) => site.stop()))
  })

  test('WORKERS=2 answers on one port by two processes, and one of them tells the figures of both', async () => {
    const site = await start({ WORKERS: '2' })
    expect(site.said()).toContain('Processes: 2 answer on this port.')
    expect(webProcessesOf(site)).toHaveLength(2)
    const load = readingClients({ url: site.url, paths: PATHS, clients: CLIENTS })
    await load.untilReads(READS_PER_PHASE)
    const outcomes = await load.stop()
    expect([...outcomes.keys()]).toEqual(['200'])

    const metrics = await metricsOf(site)
    expect(metrics.get('candor_web_processes')).toBe(2)
    const counted = [...metrics].flatMap(([name, value]) =>
      name.startsWith('candor_http_requests_total{') && name.includes('status="200"') ? [value] : [],
    )
    const sum = counted.reduce((total, count) => total + count, 0)
    expect(sum).toBeGreaterThanOrEqual(outcomes.get('200') ?? Number.NaN)
  })

  test('promise 1: a web process that is killed takes only its own connections with it, and comes back', async () => {
    const site = await start({ WORKERS: '2' })
    const load = readingClients({ url: site.url, paths: PATHS, clients: CLIENTS })
    await load.untilReads(READS_PER_PHASE)
    const [victim = 0, survivor] = webProcessesOf(site)
    process.kill(victim, 'SIGKILL')
    await load.untilReads(READS_PER_PHASE)
    await eventually(() => {
      const now = webProcessesOf(site)
      expect(now).toHaveLength(2)
      expect(now).toContain(survivor)
      expect(now).not.toContain(victim)
    })
    await load.untilReads(READS_PER_PHASE)
    await vi.waitFor(async () => expect((await metricsOf(site)).get('candor_web_processes')).toBe(2), {
      timeout: START_WITHIN_MS,
      interval: 100,
    })
    const outcomes = await load.stop()
    // A client that was connected to it notices once.
    expect(load.mostFailures()).toBeLessThanOrEqual(1)
    expect([...outcomes.keys()].filter((outcome) => /^\d/.test(outcome) && outcome !== '200')).toEqual([])
    expect((await metricsOf(site)).get('candor_process_restarts_total{role="web"}')).toBe(1)
  })

  test('when the process that started them is killed, all of them end', async () => {
    const site = await start({ WORKERS: '2', ROLE: 'all' })
    const children = await eventually(() => {
      const all = childrenOf(site.pid)
      expect(all).toHaveLength(3)
      return all
    })
    process.kill(site.pid, 'SIGKILL')
    await site.ended
    await eventually(() => expect(children.filter(isRunning)).toEqual([]))
  })

  test.each(['1', '2'])(
    'SIGTERM to WORKERS=%s under load loses no answer, and leaves nothing',
    async (workers) => {
      const site = await start({ WORKERS: workers })
      const children = childrenOf(site.pid)
      const load = readingClients({ url: site.url, paths: PATHS, clients: CLIENTS })
      await load.untilReads(READS_PER_PHASE)
      site.process.kill('SIGTERM')
      expect(await site.ended).toBe(0)
      const outcomes = await load.stop()
      // Once nobody listens there is no connection to be had; before that every request was answered as ever.
      const lost = [...outcomes.keys()].filter((outcome) => !/^(200|not connected)/.test(outcome))
      expect(lost).toEqual([])
      expect(children.filter(isRunning)).toEqual([])
      expect(site.said()).toContain('Stopped.')
    },
  )

  test('a port that is taken is refused in one line', async () => {
    const first = await start({})
    const second = await runBuiltSite({ ...settings(), PORT: new URL(first.url).port, WORKERS: '2' })
    sites.push(second)
    expect(await second.ended).toBe(1)
    expect(second.said()).toContain(`Port ${new URL(first.url).port} is in use by another program.`)
  })

  test('promise 2: under load a publication is on every one of three processes', async () => {
    const all = await Promise.all([start({}), start({}), start({})])
    const loads = all.map(({ url }) => readingClients({ url, paths: PATHS, clients: 5 }))
    for (let round = 0; round < 3; round++) {
      const edition = await publish(database.db, await addDraft(database.db))
      await Promise.all(
        all.map((site) =>
          eventually(async () => expect((await readiness(site)).edition).toBeGreaterThanOrEqual(edition)),
        ),
      )
    }
    for (const load of loads) expect([...(await load.stop()).keys()]).toEqual(['200'])
  })
})

function settings() {
  return { DATABASE_URL: database.url, ROLE: 'web' }
}

async function start(env: Record<string, string>): Promise<BuiltSite> {
  const site = await startBuiltSite({ ...settings(), ...env })
  sites.push(site)
  return site
}

function childrenOf(pid: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .flatMap(([child, parent, state]) =>
      Number(parent) === pid && !state?.startsWith('Z') ? [Number(child)] : [],
    )
}

function webProcessesOf(site: BuiltSite) {
  return childrenOf(site.pid)
}

async function metricsOf({ url }: BuiltSite): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}
