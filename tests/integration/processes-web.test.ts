import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, type TestContext, test } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { makeToken } from '../../src/accounts/tokens/make-token.ts'
import { connect } from '../../src/db/connect.ts'
import { type EmbeddedOutcome, startEmbedded } from '../../src/db/embedded/start-embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { SYSTEM } from '../../src/domain/actor.ts'
import { testDatabase } from '../cluster/test-database.ts'
import { isShort, sized } from '../size.ts'
import {
  type BuiltSite,
  childrenOf,
  isRunning,
  readiness,
  runBuiltSite,
  startBuiltSite,
} from '../support/built-site.ts'
import { busyClients } from '../support/busy-clients.ts'
import { eventually } from '../support/eventually.ts'
import { type ReadingClients, readingClients } from '../support/reading-clients.ts'
import { addSmallSite } from '../support/small-site.ts'
import { clear } from './embedded/support/data-folders.ts'
import { seededDataDir } from './embedded/support/seed.ts'

const CLIENTS = sized({ short: 4, long: 10 })
/** They keep reading while the test waits for seconds and processes start. */
const PAUSE_MS = sized({ short: 200, long: 20 })
const READS_PER_PHASE = sized({ short: 30, long: 1_000 })
/** At the stop: no pause, uncached paths, and posts. */
const BUSY_CLIENTS = 19
const BUSY_ANSWERS = sized({ short: 60, long: 400 })
const PATHS = [
  '/alpha.example',
  '/api/global',
  '/api/verdict?cloud=alpha',
  '/api/incident?cloud=alpha&page=1',
]
const ATTEMPT_EVERY_MS = 200
/** Half a dozen processes start here. */
const TEST_WITHIN_MS = 600_000

type Finishing = Pick<TestContext, 'onTestFinished'>
type Server = Extract<EmbeddedOutcome, { kind: 'started' }>

// `npm test` builds before it runs this. processes-worker.test.ts covers that a worker that died is started again,
// edge-stop.test.ts the stop of one process, start.test.ts that publications show, and recovery-process.test.ts, in the
// long run, that all processes end with their parent.
describe.skipIf(!isBuilt())('the built site', { timeout: TEST_WITHIN_MS }, () => {
  afterAll(clear)

  test('promise 2: two processes answer every read while one is killed, and a stop loses no answer', async (context) => {
    const database = await testDatabase()
    context.onTestFinished(() => database.drop())
    await addSmallSite(database.db)
    const site = await start(context, { DATABASE_URL: database.url, WORKERS: '2', ROLE: 'web' })
    expect(site.said()).toContain('Processes: 2 answer on this port.')
    const load = read(context, site)
    await load.untilReads(READS_PER_PHASE)
    await expectFiguresOfBoth(site, load)
    // In the short run, start.test.ts proves that a taken port is rejected.
    if (!isShort) await expectSecondRejected(context, site, database)
    // Without the role there is no worker, so nobody is notified.
    await eventually(() => expect(childrenOf(site.pid)).toHaveLength(2))
    expect(site.logged().filter((line) => Number(line.level) > 30 && !isOfABusyMachine(line))).toEqual([])

    await killOne(site, load)
    // A client connected to it notices once.
    expect(load.mostFailures()).toBeLessThanOrEqual(1)
    expect([...load.outcomes().keys()].filter((outcome) => /^\d/.test(outcome))).toEqual(['200'])
    const before = new Map(load.outcomes())

    const children = await eventually(() => {
      const running = childrenOf(site.pid)
      expect(running).toHaveLength(2)
      return running
    })
    await expectStopUnderLoad(site, load, before)
    expect(children.filter(isRunning)).toEqual([])
  })

  // In the short run, database-loss.test.ts proves that every read is answered, disk-full.test.ts that
  // writes get a clean error meanwhile and what was saved stays, and recovery-process.test.ts that a
  // process joins its database.
  test.skipIf(isShort)(
    'promises 1 and 2: while the database is down, two processes answer every read and keep every write',
    async (context) => {
      const dataDir = await seededDataDir()
      let server = await startServer(dataDir)
      context.onTestFinished(() => server.stop())
      const token = await fill(server)
      // With the worker, which dies and is started again while the database is down.
      const site = await start(context, { DATABASE_URL: server.url, WORKERS: '2', ROLE: 'all' })
      const load = read(context, site)
      await load.untilReads(READS_PER_PHASE)

      const writing = startWriting(site.url, token)
      await eventually(() => expect(writing.acknowledged.length).toBeGreaterThan(2))
      await server.stop()
      const refusedBefore = writing.refused
      await eventually(() => expect(writing.refused).toBeGreaterThan(refusedBefore + 2))
      // Each process notices on its own, 15 s after its last contact with the database.
      await eventually(async () => expect(await readiness(site)).toMatchObject({ status: 'stale' }))
      await eventually(async () => {
        expect(await (await fetch(`${site.url}/alpha.example`)).text()).toContain('Content as of')
      })
      await load.untilReads(READS_PER_PHASE)

      const acknowledgedBefore = writing.acknowledged.length
      server = await startServer(dataDir)
      await eventually(() => expect(writing.acknowledged.length).toBeGreaterThan(acknowledgedBefore + 2))
      const { acknowledged, odd } = await writing.stop()
      expect(odd).toEqual([])
      await expectPublished(server, acknowledged)
      const { db, close } = connect(server.url)
      await expectOnBoth(
        site,
        (await db.selectFrom('edition').select('number').executeTakeFirstOrThrow()).number,
      )
      await close()
      await load.untilReads(READS_PER_PHASE)
      // No read failed, and no web process died. A worker that is still starting may: it is started again.
      expect([...load.outcomes().keys()]).toEqual(['200'])
      expect(site.logged().filter(({ msg }) => /web process died/.test(msg))).toEqual([])
      await load.stop()
    },
  )
})

/** If the server takes seconds for a new connection, a site logs these. Nothing else may go wrong. */
function isOfABusyMachine({ msg, err }: ReturnType<BuiltSite['logged']>[number]) {
  return /^(Overloaded|The database is)/.test(msg) || /connection timeout/.test(JSON.stringify(err ?? ''))
}

async function startServer(dataDir: string): Promise<Server> {
  const outcome = await startEmbedded({ dataDir, report: () => {} })
  if (outcome.kind === 'refused') throw new Error(outcome.line)
  return outcome
}

async function fill({ url }: Server): Promise<string> {
  const { db, close } = connect(url)
  try {
    await migrate(db)
    await addSmallSite(db)
    const of = { name: 'fault', scopes: ['incidents:write'] as const, expiresAt: null, actor: SYSTEM }
    const made = await makeToken({ db }, { ...of, now: new Date() })
    if (made.kind !== 'made') throw new Error(made.kind)
    return made.token
  } finally {
    await close()
  }
}

async function start({ onTestFinished }: Finishing, env: Record<string, string>): Promise<BuiltSite> {
  const site = await startBuiltSite({ DEMO: '0', ...env })
  onTestFinished(() => site.stop())
  return site
}

function read({ onTestFinished }: Finishing, { url }: BuiltSite): ReadingClients {
  const load = readingClients({ url, paths: PATHS, clients: CLIENTS, pauseMs: PAUSE_MS })
  onTestFinished(async () => void (await load.stop()))
  return load
}

async function expectFiguresOfBoth(site: BuiltSite, load: ReadingClients) {
  const answered = load.outcomes().get('200') ?? Number.NaN
  // A busy process counts with its last figures, so this may take another look.
  await eventually(async () => {
    const metrics = await metricsOf(site)
    expect(metrics.get('candor_web_processes')).toBe(2)
    const counted = [...metrics].flatMap(([name, value]) =>
      name.startsWith('candor_http_requests_total{') && name.includes('status="200"') ? [value] : [],
    )
    expect(counted.reduce((total, count) => total + count, 0)).toBeGreaterThanOrEqual(answered)
  })
}

async function expectSecondRejected(
  { onTestFinished }: Finishing,
  { url }: BuiltSite,
  server: { url: string },
) {
  const { port } = new URL(url)
  const env = { DATABASE_URL: server.url, WORKERS: '2', ROLE: 'web', PORT: port, DEMO: '0' }
  const second = await runBuiltSite(env)
  onTestFinished(() => second.stop())
  expect(await second.ended).toBe(1)
  expect(second.said()).toContain(`Port ${port} is in use by another program.`)
}

async function killOne(site: BuiltSite, load: ReadingClients) {
  const [victim = 0, survivor = 0] = webProcessesOf(site)
  process.kill(victim, 'SIGKILL')
  await load.untilReads(READS_PER_PHASE)
  await eventually(async () => {
    const metrics = await metricsOf(site)
    expect(metrics.get('candor_web_processes')).toBe(2)
    expect(metrics.get('candor_process_restarts_total{role="web"}')).toBe(1)
  })
  // Its log may arrive after its figures.
  await eventually(() => {
    const now = webProcessesOf(site)
    expect(now).toHaveLength(2)
    expect(now).toContain(survivor)
    expect(now).not.toContain(victim)
  })
  await load.untilReads(READS_PER_PHASE)
}

/** The metric is the lower edition of both. */
async function expectOnBoth(site: BuiltSite, edition: number) {
  await eventually(async () => {
    const metrics = await metricsOf(site)
    expect(metrics.get('candor_web_processes')).toBe(2)
    expect(metrics.get('candor_edition_number')).toBeGreaterThanOrEqual(edition)
  })
}

async function expectPublished({ url }: Server, acknowledged: number[]) {
  const { db, close } = connect(url)
  const published = await db
    .selectFrom('records')
    .where('id', 'in', acknowledged)
    .where('state', '=', 'published')
    .select('id')
    .execute()
  await close()
  expect(published.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted())
}

/** Connections fail once no process listens; before that every request was answered normally. */
async function expectStopUnderLoad(
  site: BuiltSite,
  load: ReadingClients,
  before: ReadonlyMap<string, number>,
) {
  const busy = busyClients({ url: site.url, clients: BUSY_CLIENTS, path: '/alpha.example/incidents' })
  await busy.untilAnswers(BUSY_ANSWERS)
  site.process.kill('SIGTERM')
  site.process.kill('SIGINT')
  expect(await site.ended).toBe(0)
  const lost = newOutcomes(before, await load.stop()).filter(
    (outcome) => !/^(200|not connected)/.test(outcome),
  )
  expect(lost).toEqual([])
  const { refused, ...answered } = await busy.stop()
  expect(refused).toBeGreaterThan(0)
  const odd = Object.keys(answered).filter((outcome) => !/^(GET|POST) ([24]\d\d|503 busy)$/.test(outcome))
  expect(odd).toEqual([])
  expect(site.said()).toContain('Stopped.')
}

function newOutcomes(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): string[] {
  return [...now].flatMap(([outcome, count]) => (count > (before.get(outcome) ?? 0) ? [outcome] : []))
}

function webProcessesOf(site: BuiltSite): number[] {
  const started = site.logged().filter(({ msg }) => msg === 'A web process was started')
  return started.map(({ web }) => Number(web)).filter(isRunning)
}

async function metricsOf({ metricsUrl }: BuiltSite): Promise<Map<string, number>> {
  const text = await (await fetch(metricsUrl)).text()
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

function startWriting(url: string, token: string) {
  const acknowledged: number[] = []
  const odd: string[] = []
  const counts = { refused: 0 }
  let isOver = false
  async function write() {
    while (!isOver) {
      const answer = await fetch(`${url}/api/v1/incidents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Traffic is slow', clouds: ['alpha'], body: 'We look into it.' }),
      })
      const body = (await answer.json()) as { data?: { id: number } }
      const hasWhen = Number(answer.headers.get('retry-after')) > 0
      if (answer.status === 201 && body.data !== undefined) acknowledged.push(body.data.id)
      else if (answer.status === 503 && hasWhen) counts.refused++
      else odd.push(`${answer.status} ${JSON.stringify(body)}`)
      await sleep(ATTEMPT_EVERY_MS)
    }
  }
  const writing = write()
  return {
    acknowledged,
    get refused() {
      return counts.refused
    },
    stop: async () => {
      isOver = true
      await writing
      return { acknowledged, odd }
    },
  }
}
