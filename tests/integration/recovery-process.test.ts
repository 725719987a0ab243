import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { editionKeys } from '../support/edition-keys.ts'
import { headIn, KEYS, knownBy } from '../support/edition-writer.ts'
import { type Program, runProgram } from '../support/program.ts'
import { publish } from '../support/publish.ts'
import { runCommand } from '../support/run-command.ts'
import { addDraft } from '../support/small-site.ts'
import { someEdition, written } from '../support/written-edition.ts'

/** Several processes start at once, on a machine that others use as well. */
const PATIENCE = { timeout: 60_000, interval: 50 }
const TEST_WITHIN_MS = 180_000

const LEADS = 'This worker writes editions as files'

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

// `npm test` builds before it runs these.
describe.skipIf(!isBuilt())('the built program', { timeout: TEST_WITHIN_MS }, () => {
  test('O-06 stands in for a site without any database, and makes none', async () => {
    const { name, file, head } = await written(someEdition({ number: 42 }), { verifiedAt: new Date() })
    await writeFile(join(folder, name), file)
    await writeFile(join(folder, 'head.json'), head)
    const site = run(recovery())
    const url = await addressOf(site)
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready', edition: 42 })
    expect(site.stdout).not.toContain('Mail:')
    await stop(site)
    expect(await readdir(join(folder, 'data'))).toEqual(['recovery'])

    // The source is gone; what was kept is shown at the next start.
    await rm(join(folder, 'head.json'))
    const again = await addressOf(run(recovery()))
    expect(await (await fetch(`${again}/readyz`)).json()).toMatchObject({ edition: 42 })
  })

  test('O-06 several processes on one port all stand in', async () => {
    const { name, file, head } = await written(someEdition({ number: 7 }), { verifiedAt: new Date() })
    await writeFile(join(folder, name), file)
    await writeFile(join(folder, 'head.json'), head)
    const url = await addressOf(run({ ...recovery(), WORKERS: '2' }))
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const answer = await fetch(`${url}/readyz`, { headers: { connection: 'close' } })
        return (await answer.json()).edition
      }),
    )
    expect(new Set(answers)).toEqual(new Set([7]))
  })

  test('without a right key it does not stand in: one line and code 1', async () => {
    const site = run({ ...recovery(), EDITION_PUBLIC_KEY: 'hunter2' })
    expect(await site.ended).toBe(1)
    expect(site.stderr).toMatch(/^EDITION_PUBLIC_KEY must be [^\n]+\n$/)
    expect(site.stderr).not.toContain('hunter2')
  })

  test('of two workers one writes; killed, the other goes on within seconds, and a stand-in site follows both', async () => {
    const { out } = await runCommand(['edition-key'], { DATABASE_URL: database.url })
    const publicKey = out.trim()
    const workers = [run(worker()), run(worker())]
    const leader = await vi.waitFor(() => {
      const [leading] = workers.filter(({ stderr }) => stderr.includes(LEADS))
      if (leading === undefined) throw new Error('Nobody leads yet.')
      return leading
    }, PATIENCE)
    const url = await addressOf(run({ ...recovery(), EDITION_PUBLIC_KEY: publicKey }))
    const first = await publish(database.db, await addDraft(database.db))
    await shows(url, first)

    leader.process.kill('SIGKILL')
    const [other] = workers.filter((worker) => worker !== leader)
    expect(other?.stderr).not.toContain(LEADS)
    const second = await publish(database.db, await addDraft(database.db))
    await shows(url, second)
    expect(other?.stderr).toContain(LEADS)
    const head = headIn(await readFile(join(folder, 'head.json')), knownBy(publicKey))
    expect(head.number).toBe(second)
  })
})

test('edition-key prints the key that a stand-in site needs: the configured one, or the one of the database', async () => {
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
    err: 'edition-key takes no "please". --help says more.\n',
  })
  expect(await runCommand(['edition-key'], { DATA_DIR: folder })).toMatchObject({ code: 1, out: '' })
})

async function shows(url: string, edition: number) {
  await vi.waitFor(async () => {
    const { edition: shown, age_seconds } = await (await fetch(`${url}/readyz`)).json()
    expect(shown).toBe(edition)
    expect(age_seconds).toBeLessThan(60)
  }, PATIENCE)
}

function recovery(): Record<string, string> {
  return {
    TRUST_DR: '1',
    DATA_DIR: join(folder, 'data'),
    EDITION_SOURCE: folder,
    EDITION_PUBLIC_KEY: `${KEYS.publicKey},${editionKeys().publicKey}`,
  }
}

function worker(): Record<string, string> {
  return {
    ROLE: 'worker',
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
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
  return vi.waitFor(() => {
    const [, address] = /Candor is ready at (\S+)/.exec(site.stdout) ?? []
    if (address === undefined) throw new Error(`It does not say where it is: ${site.stderr}`)
    return address
  }, PATIENCE)
}

async function stop({ process, ended }: Program) {
  process.kill('SIGTERM')
  expect(await ended).toBe(0)
}
