import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { type BackupProgram, backupProgram } from '../support/backup-program.ts'
import { type BackupFolder, backUp, backupFolder, digestsOf, putBack } from '../support/backups.ts'
import { type DatabaseProxy, proxyDatabase } from '../support/database-proxy.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/publish.ts'
import { addDraft, addManySubscribers } from '../support/small-site.ts'
import { clear, postmasterPid, temporaryHome } from './embedded/support/data-folders.ts'

const SUBSCRIBERS = 500
/** In the middle: some tables are done and some are not. */
const READING = /^.{0,9}copy \(select .* from public\."?records"? /s
const FILLING = /^.{0,9}copy public\."?records"? /s
const TRIALS = 5

let program: BackupProgram
let database: TestDatabase
let folder: BackupFolder
let proxy: DatabaseProxy

beforeAll(async () => {
  ;[program, database] = await Promise.all([backupProgram(), testDatabase()])
  await addManySubscribers(database.db, SUBSCRIBERS)
})

beforeEach(async () => {
  ;[folder, proxy] = await Promise.all([backupFolder(), proxyDatabase(database.url)])
})

afterEach(async () => {
  await proxy.stop()
  await folder.remove()
})

afterAll(clear)

afterAll(async () => {
  await Promise.all([database.drop()])
})

test('kill -9 during a backup keeps earlier backups and leaves no partial one under its name; the next backup cleans up', async () => {
  await backUp(database.url, folder.file('before.tar'))
  const { size } = await stat(folder.file('before.tar'))
  const { process: child, ended } = await startUntil(READING, 'backup', 'next.tar', '--no-verify')
  child.kill('SIGKILL')
  await ended
  const left = await readdir(folder.path)
  expect(left).not.toContain('next.tar')
  expect(left.filter((name) => name.includes('.part-'))).toHaveLength(1)
  expect((await stat(folder.file('before.tar'))).size).toBe(size)

  await backUp(database.url, folder.file('next.tar'))
  expect((await readdir(folder.path)).sort()).toEqual(['before.tar', 'next.tar'])
})

test('Ctrl-C during a backup leaves nothing behind', async () => {
  const { process: child, ended } = await startUntil(READING, 'backup', 'stopped.tar', '--no-verify')
  expect(await readdir(folder.path)).toHaveLength(1)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 1, err: 'The backup was interrupted; nothing was written.\n' })
  expect(await readdir(folder.path)).toEqual([])
})

test('kill -9 during verification leaves a server, which the next one stops and removes', async () => {
  const home = await temporaryHome()
  const env = { DATABASE_URL: database.url, TMPDIR: home }
  const pid = await killInTrial(home, env)
  expect(process.kill(pid, 0)).toBe(true)
  expect(await readdir(folder.path)).not.toContain('tried.tar')

  expect(await program.run(['backup', folder.file('tried.tar')], env)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('\nVerified: restored into a scratch database, it has the same rows.\n'),
  })
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(await readdir(home)).toEqual([])
})

test('kill -9 during a restore keeps the old data, and a retry works; so does Ctrl-C, which says so', async () => {
  await backUp(database.url, folder.file('old.tar'))
  await publish(database.db, await addDraft(database.db, { title: 'Since then' }))
  const there = await digestsOf(database.url)
  const typed = ['restore', 'old.tar', '--yes', '--no-safety'] as const
  // In the short run, the test of Ctrl-C during a backup proves that the signal arrives.
  if (!isShort) {
    const stopped = await startUntil(FILLING, ...typed)
    stopped.process.kill('SIGINT')
    expect(await stopped.ended).toMatchObject({
      code: 1,
      err: 'The restore was interrupted; nothing was changed.\n',
    })
    await untilGone()
    expect(await digestsOf(database.url)).toEqual(there)
    proxy.mend()
  }
  const killed = await startUntil(FILLING, ...typed)
  killed.process.kill('SIGKILL')
  await killed.ended
  await untilGone()
  expect(await digestsOf(database.url)).toEqual(there)
  await publish(database.db, await addDraft(database.db))

  await putBack(database.url, folder.file('old.tar'), { mayReplace: true })
  const { rows } = await sql`select from records where title = 'Since then'`.execute(database.db)
  expect(rows).toHaveLength(0)
})

/** It gets no further than this statement, however fast or slow the machine is. */
async function startUntil(statement: RegExp, command: string, name: string, ...options: string[]) {
  const held = proxy.freezeAt(statement)
  const started = program.start([command, folder.file(name), ...options], { DATABASE_URL: proxy.url })
  const early = started.ended.then(({ code, err }) => {
    throw new Error(`It ended with ${code} before it was stopped: ${err}`)
  })
  // It also ends later, when nothing awaits it anymore.
  early.catch(() => {})
  await Promise.race([held, early])
  return started
}

/** Returns the server left behind. If verification ended before the kill, tries again. */
async function killInTrial(home: string, env: Record<string, string>): Promise<number> {
  for (let trial = 1; trial <= TRIALS; trial++) {
    let isOver = false
    const { process: child, ended } = program.start(['backup', folder.file(`tried-${trial}.tar`)], env)
    void ended.then(() => {
      isOver = true
    })
    const pid = await eventually(async () => {
      const found = await serverIn(home)
      if (found === undefined && !isOver) throw new Error('There is no server yet.')
      return found
    })
    child.kill('SIGKILL')
    const { code } = await ended
    if (pid !== undefined && code === null) return pid
  }
  throw new Error(`${TRIALS} trials were over before anybody looked.`)
}

async function serverIn(home: string) {
  const [scratch = ''] = (await readdir(home)).filter((name) => name.startsWith('candor-scratch-'))
  return postmasterPid(join(home, scratch))
}

/** The server ends a killed process's session with its connection. */
async function untilGone() {
  proxy.cut()
  await eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'candor backup'`.execute(database.db)
    expect(rows).toHaveLength(0)
  })
}
