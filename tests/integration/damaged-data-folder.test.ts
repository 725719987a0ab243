import { execFile } from 'node:child_process'
import { mkdir, open, readdir, rename, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import { migrate } from '../../src/db/migrate.ts'
import { isShort, sized } from '../size.ts'
import { type BackupProgram, backupProgram } from '../support/backup-program.ts'
import {
  type BackupFolder,
  backUp,
  backupFolder,
  digestsOf,
  SETTLED_TABLES,
  without,
} from '../support/backups.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/publish.ts'
import { runCommand } from '../support/run-command.ts'
import { addDraft, addSmallSite } from '../support/small-site.ts'
import { clear, postmasterPid, temporaryDataDir } from './embedded/support/data-folders.ts'
import { copySeed } from './embedded/support/seed.ts'
import { refusalOf, started } from './embedded/support/started.ts'

let program: BackupProgram
let folder: BackupFolder
let file: string
let digests: Record<string, unknown>
let fileOfRecords: string

beforeAll(async () => {
  ;[program, folder] = await Promise.all([backupProgram(), backupFolder()])
  await makeSite(join(folder.path, 'data'))
})

afterEach(clear)

afterAll(async () => {
  await folder.remove()
})

/** embedded/damage.test.ts covers other causes: each error names a backup as the way back. */
const CONTROL_FILE = {
  damage: 'its control file is gone',
  hurt: (cluster: string) => rm(join(cluster, 'global/pg_control')),
}
const VERSION = {
  damage: 'its version is cut off',
  hurt: (cluster: string) => truncate(join(cluster, 'PG_VERSION'), 0),
}
const LOG = {
  damage: 'its log is gone',
  hurt: (cluster: string) => rm(join(cluster, 'pg_wal'), { recursive: true }),
}

describe("promise 5: a data folder that can't be opened is restored from a backup", () => {
  test.each(sized({ short: [CONTROL_FILE], long: [CONTROL_FILE, VERSION, LOG] }))(
    'when $damage, even after a restore that was killed halfway',
    async ({ hurt }) => {
      const dataDir = await siteFolder()
      const cluster = join(dataDir, 'postgres')
      await hurt(cluster)
      const line = await refusalOf(dataDir)
      expect(line).toContain('Bring it back from a backup with npm run restore -- <file> --yes')
      const before = await namesIn(cluster)

      const asked = await restore(dataDir)
      expect([asked.code, asked.out, asked.err]).toEqual([1, '', `${line}\n`])
      expect(await namesIn(cluster)).toEqual(before)

      // In the short run, the last test here proves a kill at the worst moment, backup-crash.test.ts
      // others.
      if (!isShort) {
        const killed = program.start(['restore', file, '--yes'], { DATA_DIR: dataDir })
        await eventually(async () => expect(await serverIn(dataDir)).toBeDefined())
        killed.process.kill('SIGKILL')
        await killed.ended
        expect(await namesIn(cluster)).toEqual(before)
      }

      const { code, out, err } = await restore(dataDir, '--yes')
      expect([code, err]).toEqual([0, ''])
      const [aside = ''] = (await readdir(dataDir)).filter((name) => name.startsWith('postgres.aside-'))
      expect(out).toContain(
        `The database that could not be opened is now ${join(dataDir, aside)}; remove it when`,
      )
      expect(await namesIn(join(dataDir, aside))).toEqual(before)
      expect((await readdir(dataDir)).filter((name) => name.startsWith('restoring-'))).toEqual([])
      await expectRestored(dataDir)
    },
  )

  // In the short run, the test above proves that what can't be opened is moved aside and restored.
  test.skipIf(isShort)('when it opens with a corrupt table, once no site runs on it any more', async () => {
    const dataDir = await siteFolder()
    await scribble(join(dataDir, 'postgres', fileOfRecords))
    const server = await started(dataDir)
    const refused = await restore(dataDir, '--yes')
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(
      /^The database in \S+ is damaged \([^\n]+\)\. Stop the site, then restore again\.\n$/,
    )
    await server.stop()

    const asked = await restore(dataDir)
    expect([asked.code, asked.out]).toEqual([1, ''])
    expect(asked.err).toMatch(
      /^The database in \S+ is damaged \(invalid page in block 0 [^\n]+\)\. --yes moves this one aside and creates a new one\.\n$/,
    )
    const { code, out, err } = await restore(dataDir, '--yes')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('postgres.aside-')
    await expectRestored(dataDir)
  })

  test('when a restore was killed between its two renames, at the next start', async () => {
    const dataDir = await siteFolder()
    await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.restored'))
    await expectRestored(dataDir)
    expect(await readdir(dataDir)).not.toContain('postgres.restored')
  })
})

async function restore(dataDir: string, ...options: string[]) {
  const { code, out, err } = await runCommand(['restore', file, ...options], { DATA_DIR: dataDir })
  // On a busy machine it waits for its server and says so.
  return { code, out: out.replace(/^Waiting for the database in .*\n/gm, ''), err }
}

async function makeSite(dataDir: string) {
  await copySeed(dataDir)
  const server = await started(dataDir)
  const { db, close } = connect(server.url)
  await migrate(db)
  const { alpha } = await addSmallSite(db)
  await publish(db, await addDraft(db, { clouds: [alpha] }), { notifies: false })
  await close()
  file = folder.file('site.tar')
  await backUp(server.url, file)
  digests = await digestsOf(server.url)
  const { rows } = await server.pool.query(`select pg_relation_filepath('records') as path`)
  fileOfRecords = rows[0].path
  await server.stop()
}

async function siteFolder(): Promise<string> {
  const dataDir = await temporaryDataDir()
  await mkdir(dataDir, { mode: 0o700 })
  await promisify(execFile)('cp', ['-Rp', join(folder.path, 'data', 'postgres'), dataDir])
  return dataDir
}

async function expectRestored(dataDir: string) {
  const server = await started(dataDir)
  expect(without(await digestsOf(server.url), SETTLED_TABLES)).toEqual(without(digests, SETTLED_TABLES))
  await server.stop()
}

async function scribble(path: string) {
  const handle = await open(path, 'r+')
  await handle.write(Buffer.alloc(64, 'x'), 0, 64, 0)
  await handle.close()
}

/** Without files that every start attempt adds or removes. */
async function namesIn(cluster: string): Promise<string[]> {
  const names = await readdir(cluster, { recursive: true })
  return names.filter((name) => !/postmaster|pg_internal\.init|^pg_stat\//.test(name)).sort()
}

async function serverIn(dataDir: string): Promise<number | undefined> {
  const [name] = (await readdir(dataDir)).filter((entry) => entry.startsWith('restoring-'))
  return name === undefined ? undefined : postmasterPid(join(dataDir, name))
}
