import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isShort } from '../../size.ts'
import { clear, killPostmaster, postmasterPid, temporaryDataDir } from './support/data-folders.ts'
import { startOwner } from './support/owner-process.ts'
import { seededDataDir } from './support/seed.ts'
import { started } from './support/started.ts'

afterEach(clear)

const VARIABLES_OF_A_SHELL = {
  PGPORT: '6000',
  PGDATA: '/nowhere',
  PGHOST: 'nowhere.example',
  PGSSLMODE: 'require',
  PGUSER: 'other',
}
const DEAD_PID = 4_190_000 // above the PIDs of the systems we run on

test('a first start creates a private UTF-8 cluster without network, and a second start opens it again', async () => {
  const dataDir = await temporaryDataDir()
  const first = await started(dataDir)
  expect(first.reports).toEqual([`Creating the database in ${dataDir} …`])
  const { rows } = await first.pool.query(`
    select current_user as role, current_database() as database, pg_get_userbyid(datdba) as owner,
           datlocprovider::text as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding,
           current_setting('is_superuser') as superuser, current_setting('listen_addresses') as addresses,
           current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
           current_setting('data_checksums') as checksums, current_setting('timezone') as timezone
    from pg_database where datname = current_database()`)
  expect(rows).toEqual([
    {
      role: 'candor',
      database: 'candor',
      owner: 'candor',
      provider: 'b',
      locale: 'C.UTF-8',
      encoding: 'UTF8',
      superuser: 'off',
      addresses: '',
      fsync: 'on',
      commit: 'on',
      checksums: 'on',
      timezone: 'UTC',
    },
  ])
  await first.pool.query(`create table note as select 'kept' as text`)
  expect(await modeOf(join(dataDir, 'postgres'))).toBe(0o700)
  expect(await modeOf(join(dataDir, 'socket'))).toBe(0o700)
  await first.stop()
  expect(await postmasterPid(dataDir)).toBeUndefined()

  const second = await started(dataDir)
  expect(second.reports).toEqual([])
  expect((await second.pool.query('select text from note')).rows).toEqual([{ text: 'kept' }])
  await second.stop()
})

test('a second process on the same folder is rejected in one line and disturbs nothing', async () => {
  const dataDir = await seededDataDir()
  const first = await started(dataDir)
  const server = await postmasterPid(dataDir)
  const second = await startOwner(dataDir)
  expect(await second.outcome()).toEqual({
    kind: 'refused',
    line: `The data folder ${dataDir} is in use by another Candor process. Stop it, or set DATA_DIR to another folder.`,
  })
  expect(await second.exit).toBe(1)
  expect(second.errors).toEqual([])
  expect(await postmasterPid(dataDir)).toBe(server)
  expect((await first.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await first.stop()
})

// In the short run, the test above proves that a second process is rejected, one below that nothing
// half-made stays.
test.skipIf(isShort)(
  'of two simultaneous first starts exactly one wins, leaving nothing half-made, and PG variables of the shell are ignored',
  async () => {
    const dataDir = await temporaryDataDir()
    const owners = await Promise.all([0, 1].map(() => startOwner(dataDir, { env: VARIABLES_OF_A_SHELL })))
    const outcomes = await Promise.all(owners.map((owner) => owner.outcome()))
    expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['refused', 'started'])
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'socket'])
  },
)

test('Ctrl-C in the terminal reaches Candor alone, which then stops the database cleanly, whatever PG variables the shell has', async () => {
  const dataDir = await seededDataDir()
  const owner = await startOwner(dataDir, { env: VARIABLES_OF_A_SHELL })
  expect(await owner.outcome()).toMatchObject({ kind: 'started' })
  expect(await owner.interruptGroup()).toBe(0)
  expect(owner.said).toContainEqual({ aliveOnSignal: true })
  expect(await postmasterPid(dataDir)).toBeUndefined()
  const next = await started(dataDir)
  expect(next.reports).toEqual([])
  await next.stop()
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('not properly shut down')
})

test('a start waits while the previous Candor is still stopping', async () => {
  const dataDir = await seededDataDir()
  const before = await startOwner(dataDir)
  await before.outcome()
  const stopping = before.kill('SIGTERM')
  await before.hearing((said) => said.aliveOnSignal)
  const next = await started(dataDir)
  expect((await next.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(await stopping).toBe(0)
  await next.stop()
})

test('a start killed while creating the cluster is cleaned up by the next', async () => {
  const dataDir = await temporaryDataDir()
  const killed = await startOwner(dataDir)
  await killed.hearing((said) => said.report)
  await killed.kill('SIGKILL')
  await mkdir(join(dataDir, `postgres.new-${DEAD_PID}-0a1b2c3d`))
  const next = await started(dataDir)
  await next.stop()
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'socket'])
})

test('an empty PID file, as after a power cut, does not prevent a start; stopping twice after the server was killed is quiet', async () => {
  const dataDir = await seededDataDir()
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const aMinuteAgo = Date.now() / 1000 - 60
  await writeFile(pidFile, '')
  await utimes(pidFile, aMinuteAgo, aMinuteAgo)
  const database = await started(dataDir)
  await killPostmaster(dataDir)
  await Promise.all([database.stop(), database.stop()])
  expect(await postmasterPid(dataDir)).toBeUndefined()
})

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777
}
