import { execFile, spawn } from 'node:child_process'
import { cp, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, type Pool } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { isShort, sized } from '../../size.ts'
import { clear, dataDirIn, killPostmaster, postmasterPid } from './support/data-folders.ts'
import { startOwner } from './support/owner-process.ts'
import { seededDataDir } from './support/seed.ts'
import { started } from './support/started.ts'

afterEach(clear)

/** Every second round kills the server, too. */
const ROUNDS = sized({ short: 2, long: 10 })
/** Long enough for a busy machine. */
const POLL = { timeout: 60_000 }

test('after kill -9 of Candor alone the next start uses the server that still runs', async () => {
  const dataDir = await seededDataDir()
  const killed = await startOwner(dataDir)
  await killed.outcome()
  const server = await postmasterPid(dataDir)
  await killed.kill('SIGKILL')
  expect(await postmasterPid(dataDir)).toBe(server)

  const next = await started(dataDir)
  expect(next.reports).toEqual([`The database in ${dataDir} was still running; using it.`])
  expect(await postmasterPid(dataDir)).toBe(server)
  await next.stop()
  expect(await postmasterPid(dataDir)).toBeUndefined()
})

test('after kill -9 of Candor and PostgreSQL the next start recovers, even if another process has the old PID', async () => {
  const dataDir = await seededDataDir()
  const killed = await startOwner(dataDir)
  await killed.outcome()
  await killed.kill('SIGKILL')
  await killPostmaster(dataDir)
  const stranger = spawn('sleep', ['60'])
  try {
    for (const file of ['postgres/postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
      await replaceFirstLine(join(dataDir, file), String(stranger.pid))
    }
    const next = await started(dataDir)
    expect(next.reports).toEqual([`The database in ${dataDir} was not shut down cleanly; recovering it …`])
    expect((await next.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await next.stop()
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  } finally {
    stranger.kill('SIGKILL')
  }
})

// In the short run, the tests around this one prove that a next start finds or recovers the server.
test.skipIf(isShort)('a server that is still starting is awaited, and Candor says so', async () => {
  const dataDir = await seededDataDir()
  const killed = await startOwner(dataDir)
  await killed.outcome()
  await killed.kill('SIGKILL')
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8')
  await writeFile(pidFile, text.replace('ready   ', 'starting'))
  const waiter = await startOwner(dataDir)
  expect(await waiter.hearing((said) => said.report)).toBe(
    `Waiting for the database in ${dataDir} to be ready …`,
  )
  await writeFile(pidFile, text)
  expect(await waiter.outcome()).toMatchObject({ kind: 'started' })
  expect(await waiter.kill('SIGTERM')).toBe(0)
})

test('kill -9 while writing: every acknowledged write survives the restart, every time', async () => {
  const dataDir = await seededDataDir()
  const acknowledged: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const owner = await startOwner(dataDir, { task: 'write' })
    const outcome = await owner.outcome()
    if (outcome.kind === 'refused') throw new Error(outcome.line)
    await owner.hearing((said) => said.written)
    expect(await missing(outcome.url, acknowledged)).toEqual([])
    await sleep(Math.random() * 200)
    const isServerKilledToo = round % 2 === 0
    const exit = owner.kill('SIGKILL')
    if (isServerKilledToo) await killPostmaster(dataDir)
    await exit
    acknowledged.push(...owner.said.flatMap(({ written }) => written ?? []))
  }
  const after = await started(dataDir)
  expect(await missing(after.url, acknowledged)).toEqual([])
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS)
  await after.stop()
})

test('a server killed under Candor or by a crashing session restarts with all committed data and its lock; stopping meanwhile leaves no server behind', async () => {
  const dataDir = await seededDataDir()
  const database = await started(dataDir)
  await database.pool.query('create table note as select 1 as id')
  const crashSession = async () => {
    const { rows } = await database.pool.query('select pg_backend_pid() as pid')
    process.kill(rows[0].pid, 'SIGKILL')
  }
  const crashes = [() => killPostmaster(dataDir), crashSession, () => killPostmaster(dataDir)]
  const timesBack = () => database.reports.filter((line) => line.endsWith('is back.')).length
  for (const crash of crashes) {
    const before = timesBack()
    await crash()
    await expect.poll(timesBack, POLL).toBeGreaterThan(before)
    await expect.poll(() => rowCount(database.pool, 'note'), POLL).toBe(1)
    expect(await locksHeld(database.pool)).toBe(1)
    expect(await postmasterPid(dataDir)).toBeGreaterThan(0)
  }

  const reported = database.reports.length
  await killPostmaster(dataDir)
  await expect.poll(() => database.reports.length, { ...POLL, interval: 5 }).toBeGreaterThan(reported)
  await database.stop()
  await sleep(500)
  expect(await postmasterPid(dataDir)).toBeUndefined()
})

// In the short run, the test with a PID of another process proves that a copied PID file does no harm.
test.skipIf(isShort)(
  'a copy of a running folder opens on its own and leaves the original alone',
  async () => {
    const dataDir = await seededDataDir()
    const original = await started(dataDir)
    await original.pool.query(`create table place as select 'original' as name`)
    const copied = dataDirIn(dirname(dataDir), 'copy')
    await original.pool.query('select pg_sleep(1)') // change times have a resolution of seconds
    const cluster = join(dataDir, 'postgres')
    const isBesideCluster = async (path: string) => path !== cluster && !(await stat(path)).isSocket()
    await cp(dataDir, copied, { recursive: true, preserveTimestamps: true, filter: isBesideCluster })
    await promisify(execFile)('cp', ['-Rp', cluster, copied]) // many small files
    const copy = await started(copied)
    await copy.pool.query(`update place set name = 'copy'`)
    expect(await postmasterPid(copied)).not.toBe(await postmasterPid(dataDir))
    expect((await original.pool.query('select name from place')).rows).toEqual([{ name: 'original' }])
    await copy.stop()
    expect((await original.pool.query('select name from place')).rows).toEqual([{ name: 'original' }])
    await original.stop()
  },
)

async function replaceFirstLine(path: string, line: string): Promise<void> {
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n')
  await writeFile(path, [line, ...rest].join('\n'))
}

async function missing(connectionString: string, ids: number[]): Promise<number[]> {
  const client = new Client({ connectionString })
  client.on('error', () => {}) // it may still be closing when its server is killed
  await client.connect()
  const { rows } = await client.query('select id::int from written')
  await client.end()
  const present = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !present.has(id))
}

async function locksHeld(pool: Pool): Promise<number> {
  const { rows } = await pool.query(`select from pg_locks where locktype = 'advisory' and granted`)
  return rows.length
}

async function rowCount(pool: Pool, table: string): Promise<number | null> {
  return pool.query(`select from ${table}`).then(
    (result) => result.rowCount,
    () => null,
  )
}
