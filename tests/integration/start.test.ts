import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../../src/server/config.ts'
import { type StartWorker, startSite } from '../../src/server/start/start-site.ts'
import { bareDatabase, type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { proxyDatabase } from '../support/database-proxy.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/publish.ts'
import { addDraft, addSmallSite } from '../support/small-site.ts'
import { testAssets, testConfig } from '../support/test-app.ts'

const SITE = 'site under test'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await addSmallSite(database.db)
  await publish(database.db, await addDraft(database.db))
})

afterAll(() => database.drop())

function start(config: Partial<Config>, startWorker?: StartWorker) {
  const lines: string[] = []
  const starting = startSite({
    config: testConfig({ hasDemo: false, databaseUrl: asSite(database.url), ...config }),
    assets: testAssets,
    log: pino({ level: 'silent' }),
    report: (line) => lines.push(line),
    ...(startWorker !== undefined && { startWorker }),
  })
  return { starting, lines }
}

async function started(config: Partial<Config> = {}, startWorker?: StartWorker) {
  const site = await start(config, startWorker).starting
  if (site.kind === 'refused') throw new Error(site.line)
  return site
}

test('an empty database is migrated, and stays empty without the demo', async () => {
  const bare = await bareDatabase()
  const withoutDemo = start({ databaseUrl: bare.url })
  const site = await withoutDemo.starting
  if (site.kind === 'refused') throw new Error(site.line)
  const response = await fetch(`${site.address}/api/global`)
  expect([response.status, (await response.json()).clouds]).toEqual([200, []])
  expect(withoutDemo.lines).toEqual([])
  await site.stop()
  await bare.drop()
})

test('two processes on one database have their content with the first answer and both show publications, the metrics show that the worker died and that a publication waits for its recipients, and stopping closes every connection', async () => {
  const { port } = await unusedPort()
  const metricsListen = { host: '127.0.0.1', port, isChosen: true }
  const [one, other] = await Promise.all([
    started({ metricsListen }, ({ onRestart }) => {
      onRestart()
      return { stop: async () => {} }
    }),
    started(),
  ])
  const { status, edition: first } = await (await fetch(`${one.address}/readyz`)).json()
  expect([status, first]).toEqual(['ready', 1])
  expect((await fetch(`${one.address}/alpha.example`)).status).toBe(200)
  await eventually(async () => expect(await connections()).toBeGreaterThanOrEqual(4))
  // A count that takes too long is left out.
  await eventually(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toContain('candor_process_restarts_total{role="worker"} 1\n')
    expect(metrics).toContain('candor_process_restarts_total{role="web"} 0\n')
    expect(metrics).toMatch(/^candor_deliveries_oldest_due_seconds\{lane="expansion"\} (?!0$)/m)
  })

  const edition = await publish(database.db, await addDraft(database.db))
  for (const { address } of [one, other]) {
    await eventually(async () => {
      expect((await (await fetch(`${address}/api/global`)).json()).edition.number).toBe(edition)
    })
  }

  // A second call during the stop waits for the same end.
  let isFirstDone = false
  void one.stop().then(() => {
    isFirstDone = true
  })
  await one.stop()
  expect(isFirstDone).toBe(true)
  await expect(fetch(`${one.address}/healthz`)).rejects.toThrow()
  await other.stop()
  await untilNoConnections()
})

test.each([
  [
    'nothing listens',
    () => unusedPort(),
    /^Cannot reach the database at 127\.0\.0\.1:\d+: .*ECONNREFUSED.*$/,
  ],
  [
    'something else answers',
    () => portOf('HTTP/1.1 400 Bad Request\r\n\r\n'),
    /^Cannot reach the database at /,
  ],
])(
  'where %s instead of a database the start is rejected in one line without the password',
  async (_what, port, line) => {
    const { port: number, close } = await port()
    const outcome = await start({ databaseUrl: `postgresql://candor:hunter2@127.0.0.1:${number}/candor` })
      .starting
    expect(outcome).toEqual({ kind: 'refused', line: expect.stringMatching(line) })
    expect(JSON.stringify(outcome)).not.toMatch(/hunter2|\\n/)
    await close()
  },
)

test('a missing database is named, but not its password', async () => {
  const url = new URL(database.url)
  url.pathname = '/nowhere'
  url.password = 'hunter2'
  const outcome = await start({ databaseUrl: url.href }).starting
  expect(outcome).toEqual({
    kind: 'refused',
    line: expect.stringMatching(
      /^Cannot reach the database at \/.*: database "nowhere" does not exist\. Check DATABASE_URL/,
    ),
  })
  expect(JSON.stringify(outcome)).not.toContain('hunter2')
})

test('a port in use is rejected in one line, and nothing stays open', async () => {
  const taken = await portOf('')
  const outcome = await start({ port: taken.port }).starting
  expect(outcome).toEqual({
    kind: 'refused',
    line: `Port ${taken.port} is in use by another program. Stop it, or set PORT to another number.`,
  })
  await untilNoConnections()
  await taken.close()
})

test("a database that can't be migrated is rejected with one line, and connections are closed", async () => {
  const broken = await bareDatabase()
  await sql`create table records (id text)`.execute(broken.db)
  const outcome = await start({ databaseUrl: asSite(broken.url) }).starting
  expect(outcome).toEqual({
    kind: 'refused',
    line: 'Cannot prepare the database: relation "records" already exists. Nothing was changed.',
  })
  await untilNoConnections()
  await broken.drop()
})

test('promise 1: a connection that breaks during a statement does not end the process', async () => {
  const proxy = await proxyDatabase(asSite(database.url))
  const site = await started({ databaseUrl: proxy.url })
  await eventually(async () => expect(await connections()).toBeGreaterThanOrEqual(2))
  // The site is notified of an edition and has to wait for it.
  await database.db.transaction().execute(async (trx) => {
    await sql`lock table edition in access exclusive mode`.execute(trx)
    await sql`select pg_notify('edition', '')`.execute(database.db)
    await eventually(async () => expect(await connections('Lock')).toBeGreaterThanOrEqual(1))
    proxy.cut()
  })
  await eventually(async () => expect(await connections()).toBe(0))
  expect((await fetch(`${site.address}/alpha.example`)).status).toBe(200)

  await site.stop()
  await proxy.stop()
})

function asSite(databaseUrl: string) {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', SITE)
  return url.href
}

async function connections(waitingFor?: string) {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where application_name = ${SITE} and (${waitingFor ?? null}::text is null or wait_event_type = ${waitingFor ?? null})
  `.execute(database.db)
  return rows[0]?.count ?? 0
}

function untilNoConnections() {
  return eventually(async () => expect(await connections()).toBe(0))
}

async function portOf(answer: string) {
  const server = createServer((socket) =>
    socket
      .on('error', () => {})
      .resume()
      .end(answer),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.close()
    await once(server, 'close')
  }
  return { port: (server.address() as AddressInfo).port, close }
}

async function unusedPort() {
  const { port, close } = await portOf('')
  await close()
  return { port, close: async () => {} }
}
