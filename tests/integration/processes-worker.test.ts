import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { openWorker } from '../../src/server/start/open-worker.ts'
import { BESIDE_A_SITE, startWorkerProcess, type WorkerNews } from '../../src/server/start/worker-process.ts'
import { bareDatabase, testDatabase } from '../cluster/test-database.ts'
import { bundleProgram } from '../crash/bundle-program.ts'
import { isShort } from '../size.ts'
import { isRunning } from '../support/built-site.ts'
import { type DeliverySite, deliverySite } from '../support/delivery-site.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { type MailServer, mailServer } from '../support/mail-server.ts'
import { type LogLine, testConfig } from '../support/test-app.ts'

const RECOVERY = {
  EDITION_SOURCE: 'editions',
  EDITION_PUBLIC_KEY: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
}

let program: string
let mails: MailServer
let site: DeliverySite
let dataDir: string
const stops: (() => unknown)[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'candor-worker-'))
  program = await bundleProgram('worker-program.ts')
  mails = await mailServer()
  site = await deliverySite()
  await site.subscribe(1)
})

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

afterAll(async () => {
  await site.stop()
  await mails.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('a worker with nothing to do says so in one line and exits with code 1', async () => {
  const worker = run({ DATABASE_URL: site.url, ...RECOVERY, TRUST_DR: '1' })
  expect(await worker.ended).toBe(1)
  const line = 'With TRUST_DR=1 a worker has nothing to do: remove ROLE or set it to web.'
  expect([worker.stdout, worker.stderr]).toEqual(['', `${line}\n`])
})

test('a worker rejects a data folder without a running Candor, in one line', async () => {
  const worker = run({})
  expect(await worker.ended).toBe(1)
  expect(worker.stderr).toMatch(/^Candor does not run on the data folder [^\n]+\n$/)
})

test('a worker says so if its probe port is in use', async () => {
  const worker = run({ DATABASE_URL: site.url, PORT: String(mails.port), HOST: '127.0.0.1' })
  expect(await worker.ended).toBe(1)
  expect(worker.stderr).toContain('is in use by another program')
})

test('a worker notifies subscribers, and answers only probes', async () => {
  const before = mails.mails.length
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  await site.publish()
  const metricsListen = `127.0.0.1:${await freePort()}`
  const worker = run({
    DATABASE_URL: site.url,
    SMTP_URL: mails.url,
    PORT: port,
    HOST: '127.0.0.1',
    METRICS_LISTEN: metricsListen,
  })
  await eventually(() => expect(mails.mails).toHaveLength(before + 1))
  await eventually(() => expect(worker.stdout).toContain('Candor notifies subscribers'))
  const asked = ['/healthz', '/readyz', '/northwall.net', '/metrics']
  const statuses = await Promise.all(asked.map(async (path) => (await fetch(url + path)).status))
  expect(statuses).toEqual([200, 200, 404, 404])
  await eventually(async () => {
    const metrics = await (await fetch(`http://${metricsListen}/metrics`)).text()
    expect(metrics).toContain('candor_deliveries_total{lane="mail",became="sent"} 1')
    expect(metrics).toMatch(/^candor_clock_ahead_seconds -?\d/m)
  })
  expect((await fetch(`${url}/healthz`, { method: 'POST' })).status).toBe(405)
  worker.process.kill('SIGTERM')
  expect(await worker.ended).toBe(0)
})

test('a worker waits until its database is prepared, delivers, and stops cleanly, also while it waits', async () => {
  const database = await bareDatabase()
  stops.push(database.drop)
  const worker = run({ DATABASE_URL: database.url, SMTP_URL: mails.url })
  await eventually(() => expect(worker.stdout).toContain('Waiting for the database'))
  if (!isShort) {
    const stopped = run({ DATABASE_URL: database.url })
    await eventually(() => expect(stopped.stdout).toContain('Waiting for the database'))
    stopped.process.kill('SIGTERM')
    expect(await stopped.ended).toBe(0)
  }
  await migrate(database.db)
  await eventually(() => expect(worker.stdout).toContain('Candor notifies subscribers'))
  worker.process.kill('SIGTERM')
  worker.process.kill('SIGINT')
  expect(await worker.ended).toBe(0)
  expect(worker.stderr).toBe('')
})

test('a worker rejects a database that a newer version has used', async () => {
  const database = await testDatabase()
  stops.push(database.drop)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', now()::text)`.execute(
    database.db,
  )
  const { opening, stop } = openWorker({
    config: testConfig({ databaseUrl: database.url }),
    log: makeLog({ level: 'silent', to: { write: () => {} } }),
    report: () => {},
    onNews: () => {},
  })
  // The test of a data folder without a running Candor covers how a worker ends then.
  expect(await opening).toEqual({
    kind: 'refused',
    line: expect.stringMatching(/^This database was last used by a newer version of Candor[^\n]*$/),
  })
  await stop()
})

test('U-10 the worker next to a site delivers with lower priority, and is restarted when it dies', async () => {
  const news: WorkerNews[] = []
  const log: LogLine[] = []
  let restarts = 0
  const worker = startWorkerProcess({
    main: program,
    databaseUrl: site.url,
    env: { SMTP_URL: mails.url, LOG_LEVEL: 'silent', DATA_DIR: dataDir },
    log: makeLog({ level: 'info', to: { write: (line) => log.push(JSON.parse(line)) } }),
    onNews: (more) => news.push(...more),
    onRestart: () => restarts++,
  })
  stops.push(worker.stop)
  const pids = () =>
    log.flatMap(({ worker, msg }) => (msg === 'A worker runs with the site' ? [Number(worker)] : []))
  const before = mails.mails.length

  await site.publish()
  await eventually(() => expect(mails.mails).toHaveLength(before + 1))
  const [first = 0] = pids()
  expect(getPriority(first)).toBe(
    Math.max(getPriority(process.pid), constants.priority.PRIORITY_BELOW_NORMAL),
  )
  await eventually(() =>
    expect(news).toContainEqual({ kind: 'deliveries', lane: 'mail', became: 'sent', count: 1 }),
  )

  process.kill(first, 'SIGKILL')
  await eventually(() => expect(pids()).toHaveLength(2))
  expect(restarts).toBe(1)
  await site.publish()
  await eventually(() => expect(mails.mails).toHaveLength(before + 2))

  await worker.stop()
  expect(isRunning(pids()[1] ?? 0)).toBe(false)
})

test('a worker ends when the site that started it is gone', async () => {
  const parent = spawn(process.execPath, ['-e', FORKS_AND_WAITS, program], {
    env: environment({ DATABASE_URL: site.url, SMTP_URL: mails.url, LOG_LEVEL: 'silent' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  expect(isRunning(pid)).toBe(true)
  parent.kill('SIGKILL')
  await eventually(() => expect(isRunning(pid)).toBe(false))
})

const FORKS_AND_WAITS = `
const child = require('node:child_process').fork(process.argv[1], ['${BESIDE_A_SITE}'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
console.log(child.pid)
setInterval(() => {}, 1000)`

interface Run {
  process: ChildProcess
  ended: Promise<number | null>
  stdout: string
  stderr: string
}

function run(env: Record<string, string>): Run {
  const child = spawn(process.execPath, [program], {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const worker: Run = { process: child, ended, stdout: '', stderr: '' }
  child.stdout.on('data', (data) => {
    worker.stdout += data
  })
  child.stderr.on('data', (data) => {
    worker.stderr += data
  })
  return worker
}

function environment(env: Record<string, string>) {
  const usual = { LOG_LEVEL: 'warn', ROLE: 'worker', DATA_DIR: dataDir, METRICS_LISTEN: 'none' }
  return { PATH: process.env.PATH, ...usual, ...env }
}
