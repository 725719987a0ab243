import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type BackupProgram, backupProgram } from '../support/backup-program.ts'
import { type BackupFolder, backUp, backupFolder, digestsOf, putBack } from '../support/backups.ts'
import { eventually } from '../support/eventually.ts'
import { addManySubscribers } from '../support/many-subscribers.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { clear, postmasterPid, temporaryHome } from './embedded/support/data-folders.ts'

/** So many that nobody is done before the test looks. */
const SUBSCRIBERS = 30_000

let program: BackupProgram
let folder: BackupFolder
let database: TestDatabase

beforeAll(async () => {
  ;[program, folder, database] = await Promise.all([backupProgram(), backupFolder(), testDatabase()])
  await addManySubscribers(database.db, SUBSCRIBERS)
})

afterAll(clear)

afterAll(async () => {
  await Promise.all([program.remove(), folder.remove(), database.drop()])
})

test('kill -9 during a backup leaves those before it, and no half one under its name; the next sweeps up', async () => {
  await backUp(database.url, folder.file('before.tar'))
  const { size } = await stat(folder.file('before.tar'))
  const { process: child, ended } = start('backup', 'next.tar', '--no-verify')
  await eventually(async () => expect(await sizeOfPart()).toBeGreaterThan(20_000))
  child.kill('SIGKILL')
  await ended
  const left = await readdir(folder.path)
  expect(left).not.toContain('next.tar')
  expect(left.filter((name) => name.includes('.part-'))).toHaveLength(1)
  expect((await stat(folder.file('before.tar'))).size).toBe(size)

  expect(await start('backup', 'next.tar', '--no-verify').ended).toMatchObject({ code: 0, err: '' })
  expect((await readdir(folder.path)).sort()).toEqual(['before.tar', 'next.tar'])
})

test('Ctrl-C during a backup leaves nothing at all', async () => {
  const { process: child, ended } = start('backup', 'stopped.tar', '--no-verify')
  await eventually(async () => expect(await sizeOfPart()).toBeGreaterThan(20_000))
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 1, err: 'The backup was interrupted; nothing was written.\n' })
  expect((await readdir(folder.path)).filter((name) => name.startsWith('stopped'))).toEqual([])
})

test('kill -9 during the trial leaves a server, which the next one ends and removes', async () => {
  const home = await temporaryHome()
  const env = { DATABASE_URL: database.url, TMPDIR: home }
  const { process: child, ended } = program.start(['backup', folder.file('tried.tar')], env)
  const scratchOf = async () => (await readdir(home)).find((name) => name.startsWith('candor-scratch-')) ?? ''
  const pidIn = async () => postmasterPid(join(home, await scratchOf()))
  await eventually(async () => expect(await pidIn()).toBeDefined())
  const pid = (await pidIn()) ?? 0
  child.kill('SIGKILL')
  await ended
  expect(process.kill(pid, 0)).toBe(true)
  expect(await readdir(folder.path)).not.toContain('tried.tar')

  expect(await program.run(['backup', folder.file('tried.tar')], env)).toMatchObject({ code: 0, err: '' })
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(await readdir(home)).toEqual([])
}, 180_000)

test('Ctrl-C during a restore leaves what was there, and says so', async () => {
  const file = folder.file('before-stop.tar')
  await backUp(database.url, file)
  const there = await digestsOf(database.url)
  const { process: child, ended } = start('restore', 'before-stop.tar', '--yes', '--no-safety')
  await eventually(async () => expect(await copying()).toBe(1))
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 1, err: 'The restore was interrupted; nothing was changed.\n' })
  expect(await digestsOf(database.url)).toEqual(there)
})

test('kill -9 during a restore leaves what was there, and it goes on', async () => {
  await backUp(database.url, folder.file('old.tar'))
  await publish(database.db, await addDraft(database.db, { title: 'Since then' }))
  const there = await digestsOf(database.url)
  const { process: child, ended } = start('restore', 'old.tar', '--yes', '--no-safety')
  await eventually(async () => expect(await copying()).toBe(1))
  child.kill('SIGKILL')
  await ended
  await eventually(async () => expect(await copying()).toBe(0))
  expect(await digestsOf(database.url)).toEqual(there)
  await publish(database.db, await addDraft(database.db))

  await putBack(database.url, folder.file('old.tar'), { mayReplace: true })
  const { rows } = await sql`select from records where title = 'Since then'`.execute(database.db)
  expect(rows).toHaveLength(0)
}, 180_000)

function start(command: string, name: string, ...options: string[]) {
  return program.start([command, folder.file(name), ...options], { DATABASE_URL: database.url })
}

async function sizeOfPart() {
  const [part] = (await readdir(folder.path)).filter((name) => name.includes('.part-'))
  return part === undefined ? 0 : (await stat(folder.file(part))).size
}

/** Those who are filling a table of this database right now. */
async function copying() {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'candor backup' and query ~ '^copy .* from stdin'`.execute(
    database.db,
  )
  return rows.length
}
