import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { readConfig } from '../../src/server/config.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { openWorker } from '../../src/server/start/open-worker.ts'
import { startSite } from '../../src/server/start/start-site.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { childrenOf, isRunning } from '../support/built-site.ts'
import { proxyDatabase } from '../support/database-proxy.ts'
import { editionKeys } from '../support/edition-keys.ts'
import { headIn, KEYS, knownBy } from '../support/edition-writer.ts'
import { publish } from '../support/publish.ts'
import { type Program, runCommand, runProgram } from '../support/run-command.ts'
import { addDraft } from '../support/small-site.ts'
import { testAssets } from '../support/test-app.ts'
import { someEdition, written } from '../support/written-edition.ts'

/** Several processes start at the same time, on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 50 }
const START_WITHIN_MS = 120_000
const TEST_WITHIN_MS = 300_000

const LEADS = 'This worker writes editions as files'
const FROM_FILE = 'Started from an edition file, without the database'
/** A database that this version has not migrated yet may lack what the timetable needs. */
const TOO_EARLY = 'The timetable could not be checked'

let database: TestDatabase
let folder: string
let programs: Program[]

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-process-'))
  programs = []
})

afterEach(async () => {
  for (const { process, ended } of programs) {
    process.kill('SIGKILL')
    await ended
  }
  await rm(folder, { recursive: true, force: true })
})

describe.skipIf(!isBuilt())('the built program', { timeout: TEST_WITHIN_MS }, () => {
  // In the short run, edition-writer.test.ts proves that one writes and the other takes over,
  // recovery-follow.test.ts that a recovery site follows.
  test.skipIf(isShort)(
    'O-06 of two workers one writes; when killed, the other takes over within seconds, and a recovery site follows both without a database',
    async () => {
      const { out } = await runCommand(['edition-key'], { DATABASE_URL: database.url })
      const publicKey = out.trim()
      const leader = run(worker())
      await vi.waitFor(() => expect(leader.stderr).toContain(LEADS), PATIENCE)
      const other = workerHere()
      const site = await siteHere(recovery(publicKey))
      const first = await publish(database.db, await addDraft(database.db))
      await shows(site.address, first)

      expect(other.said()).not.toContain(LEADS)
      leader.process.kill('SIGKILL')
      const second = await publish(database.db, await addDraft(database.db))
      await shows(site.address, second)
      expect(other.said()).toContain(LEADS)
      const head = headIn(await readFile(join(folder, 'head.json')), knownBy(publicKey))
      expect(head.number).toBe(second)

      expect(await (await fetch(`${site.address}/readyz`)).json()).toMatchObject({ status: 'ready' })
      await site.stop()
      expect(await readdir(join(folder, 'data'))).toEqual(['recovery'])
    },
  )

  // In the short run, recovery-follow.test.ts proves that a restart without its source shows the saved
  // edition.
  test.skipIf(isShort)(
    'O-06 after a restart without its source, several processes on one port show the saved edition, and end when the first is killed',
    async () => {
      const { name, file, head } = await written(someEdition({ number: 42 }), { verifiedAt: new Date() })
      await mkdir(join(folder, 'data', 'recovery'), { recursive: true })
      await writeFile(join(folder, 'data', 'recovery', name), file)
      await writeFile(join(folder, 'data', 'recovery', 'head.json'), head)
      const site = run({ ...recovery(KEYS.publicKey), WORKERS: '2' })
      const url = await addressOf(site)
      const answers = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const answer = await fetch(`${url}/readyz`, { headers: { connection: 'close' } })
          return (await answer.json()).edition
        }),
      )
      expect(new Set(answers)).toEqual(new Set([42]))
      expect(site.stdout).not.toContain('Mail:')

      await expectAllToEnd(site)
    },
  )

  // In the short run, the test below proves it for one process, processes-web.test.ts that several answer
  // on one port.
  test.skipIf(isShort)(
    'several processes without their database start from the edition file, show its age, join the database later, and end when the first is killed',
    async () => {
      const { verifiedAt, proxy, env } = await withoutDatabase()
      const site = run({ ...env, WORKERS: '2' })
      const url = await addressOf(site)
      await expectFromFile(url, verifiedAt)
      // Lines of several processes; some are printed after the first process is ready.
      await vi.waitFor(() => {
        expect(site.stderr).toContain(FROM_FILE)
        expect(site.stdout).toContain('Started from the newest edition file')
      }, PATIENCE)
      expect(site.stderr).not.toContain(TOO_EARLY)

      proxy.mend()
      await expectJoined(url)
      await expectNextToLookAgain(site)
      await expectAllToEnd(site)
    },
  )
})

// start.test.ts covers a start without such a file.
test('a process without its database starts from the edition file, shows its age, and joins the database later', async () => {
  const { verifiedAt, proxy, env } = await withoutDatabase()
  const site = await siteHere(env)
  await expectFromFile(site.address, verifiedAt)
  expect(site.said()).toContain(FROM_FILE)
  expect(site.said()).toContain('Started from the newest edition file')
  expect(site.said()).not.toContain(TOO_EARLY)
  proxy.mend()
  await expectJoined(site.address)
})

test("edition-key prints the key that a backup site needs: the configured one, or the database's", async () => {
  expect(await runCommand(['edition-key'], { EDITION_SIGNING_KEY: KEYS.signingKey })).toEqual({
    code: 0,
    out: `${KEYS.publicKey}\n`,
    err: '',
  })
  const made = await runCommand(['edition-key'], { DATABASE_URL: database.url })
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^[A-Za-z0-9+/]{59}=\n$/) })
  expect(await runCommand(['edition-key'], { DATABASE_URL: database.url })).toEqual(made)
  expect(await runCommand(['edition-key', 'please'])).toMatchObject({
    code: 2,
    err: 'edition-key doesn\'t accept "please". See --help.\n',
  })
  expect(await runCommand(['edition-key'], { DATA_DIR: folder })).toMatchObject({ code: 1, out: '' })
})

async function withoutDatabase() {
  const verifiedAt = new Date(Date.now() - 3_600_000)
  const { name, file, head } = await written(someEdition({ number: 9_042 }), { verifiedAt })
  await mkdir(join(folder, 'data', 'editions'), { recursive: true })
  await writeFile(join(folder, 'data', 'editions', name), file)
  await writeFile(join(folder, 'data', 'editions', 'head.json'), head)
  await writeFile(join(folder, 'data', 'edition-key.pub'), `${KEYS.publicKey}\n`)
  const proxy = await proxyDatabase(database.url)
  onTestFinished(() => proxy.stop())
  proxy.cut()
  const env = { LOG_LEVEL: 'info', ROLE: 'web', DATABASE_URL: proxy.url, DATA_DIR: join(folder, 'data') }
  return { verifiedAt, proxy, env }
}

async function expectFromFile(url: string, verifiedAt: Date) {
  const ready = await (await fetch(`${url}/readyz`)).json()
  expect(ready).toMatchObject({ status: 'stale', edition: 9_042, verified_at: verifiedAt.toISOString() })
}

async function expectJoined(url: string) {
  await vi.waitFor(async () => {
    const { status, edition } = await (await fetch(`${url}/readyz`)).json()
    expect(status).toBe('ready')
    expect(edition).not.toBe(9_042)
  }, PATIENCE)
}

async function siteHere(env: Record<string, string>) {
  const { log, report, said } = keptWords()
  const site = await startSite({ config: configOf(env), assets: testAssets, log, report })
  if (site.kind === 'refused') throw new Error(site.line)
  onTestFinished(() => site.stop())
  return { ...site, said }
}

function workerHere() {
  const { log, report, said } = keptWords()
  const { stop } = openWorker({ config: configOf(worker()), log, report, onNews: () => {} })
  onTestFinished(stop)
  return { said }
}

function keptWords() {
  let said = ''
  const write = (text: string) => {
    said += text
  }
  return { log: makeLog({ level: 'info', to: { write } }), report: write, said: () => said }
}

function configOf(env: Record<string, string>) {
  const usual = { PORT: '0', HOST: '127.0.0.1', DEMO: '0', WARM_ANSWERS: '0', METRICS_LISTEN: 'none' }
  const read = readConfig({ ...usual, ...env })
  if (read.kind === 'wrong') throw new Error(read.line)
  return read.config
}

/** A process restarted after the database is back does not assume that it is down. */
async function expectNextToLookAgain(site: Program) {
  const children = childrenOf(site.process.pid ?? 0)
  expect(children.map(argumentsOf).join()).toContain('joins-later')
  process.kill(children[0] ?? 0, 'SIGKILL')
  const next = await vi.waitFor(() => {
    const [found] = childrenOf(site.process.pid ?? 0).filter((pid) => !children.includes(pid))
    expect(found).toBeDefined()
    return found ?? 0
  }, PATIENCE)
  expect(argumentsOf(next)).not.toContain('joins-later')
}

function argumentsOf(pid: number): string {
  return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
}

async function shows(url: string, edition: number) {
  await vi.waitFor(async () => {
    const { edition: shown, age_seconds } = await (await fetch(`${url}/readyz`)).json()
    expect(shown).toBe(edition)
    expect(age_seconds).toBeLessThan(60)
  }, PATIENCE)
}

function recovery(publicKey: string): Record<string, string> {
  return {
    TRUST_DR: '1',
    DATA_DIR: join(folder, 'data'),
    EDITION_SOURCE: folder,
    EDITION_PUBLIC_KEY: `${publicKey},${editionKeys().publicKey}`,
  }
}

function worker(): Record<string, string> {
  return {
    ROLE: 'worker',
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'worker'),
    EDITION_TARGET: folder,
    LOG_LEVEL: 'info',
  }
}

function run(env: Record<string, string>): Program {
  const program = runProgram(env)
  programs.push(program)
  return program
}

async function addressOf(site: Program): Promise<string> {
  return vi.waitFor(
    () => {
      const [, address] = /Candor is ready at (\S+)/.exec(site.stdout) ?? []
      if (address === undefined) throw new Error(`It does not say where it is: ${site.stderr}`)
      return address
    },
    { ...PATIENCE, timeout: START_WITHIN_MS },
  )
}

async function expectAllToEnd(site: Program) {
  const children = childrenOf(site.process.pid ?? 0)
  expect(children).toHaveLength(2)
  site.process.kill('SIGKILL')
  await site.ended
  await vi.waitFor(() => expect(children.filter(isRunning)).toEqual([]), PATIENCE)
}
