import { chmod, readdir, readFile, readlink, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { sized } from '../../size.ts'
import { clear, postmasterPid, temporaryDataDir, temporaryHome } from './support/data-folders.ts'
import { startOwner } from './support/owner-process.ts'
import { seededDataDir } from './support/seed.ts'
import { refusalOf, refusedAs, started } from './support/started.ts'

afterEach(clear)

const ADVICE =
  'Bring it back from a backup with npm run restore -- <file> --yes, or move it away to start afresh.'

/** One per way to detect damage: by us, by the server at startup, in its later output. */
const DAMAGES = [
  { damage: 'PG_VERSION is empty', hurt: cut('PG_VERSION', 0), says: 'PG_VERSION' },
  { damage: 'pg_control is missing', hurt: remove('global/pg_control'), says: 'pg_control' },
  { damage: 'the log of transactions is cut off', hurt: cutWal, says: 'checkpoint' },
  { damage: 'the list of databases is cut off', hurt: cut('global/1262', 0), says: 'database' },
  { damage: 'the files of the site are missing', hurt: removeSiteDatabase, says: 'candor' },
]
const MORE_DAMAGES = [
  { damage: 'PG_VERSION is missing', hurt: remove('PG_VERSION'), says: 'PG_VERSION' },
  { damage: 'pg_control is cut off', hurt: cut('global/pg_control', 100), says: 'pg_control' },
  { damage: 'pg_wal is missing', hurt: remove('pg_wal'), says: 'pg_wal' },
  { damage: 'the map of files is cut off', hurt: cut('global/pg_filenode.map', 0), says: 'pg_filenode.map' },
  { damage: 'the configuration is missing', hurt: remove('postgresql.conf'), says: 'postgresql.conf' },
]

describe('a damaged folder is rejected in one line that points to a backup, and left as it is', () => {
  test.each(sized({ short: DAMAGES, long: [...DAMAGES, ...MORE_DAMAGES] }))(
    '$damage',
    async ({ hurt, says }) => {
      const dataDir = await seededDataDir()
      const cluster = join(dataDir, 'postgres')
      await hurt(cluster)
      const before = await filesOf(cluster)
      const { line, isDamaged } = await refusedAs(dataDir)
      expect(line).toMatch(/^The data folder \S+ cannot be opened \(.{10,200}\)\. [^\n]+$/)
      expect(line).toContain(`The data folder ${dataDir} cannot`)
      expect(line).toContain(says)
      expect(line).toContain(ADVICE)
      expect(isDamaged).toBe(true)
      expect(await postmasterPid(dataDir)).toBeUndefined()
      const after = await filesOf(cluster)
      expect(before.filter((file) => !after.includes(file))).toEqual([])
    },
  )
})

test('a folder of another PostgreSQL version is rejected with both versions', async () => {
  const dataDir = await seededDataDir()
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  const line = await refusalOf(dataDir)
  expect(line).toContain('PostgreSQL 17 made it, this is PostgreSQL 18')
  expect(line).toContain('move it away to start afresh')
  expect(line).not.toContain('\n')
})

test('a rejected process exits with 1 and prints no stack trace', async () => {
  const dataDir = await seededDataDir()
  await rm(join(dataDir, 'postgres', 'global'), { recursive: true })
  const owner = await startOwner(dataDir)
  expect(await owner.outcome()).toMatchObject({ kind: 'refused' })
  expect(await owner.exit).toBe(1)
  expect(owner.errors).toEqual([])
})

test('a folder restored with open permissions is opened and closed to others', async () => {
  const dataDir = await seededDataDir()
  await chmod(join(dataDir, 'postgres'), 0o755)
  await (await started(dataDir)).stop()
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
})

test('a data folder that is a file is rejected and stays a file', async () => {
  const file = await temporaryDataDir('data')
  await writeFile(file, 'something else')
  expect(await refusalOf(file)).toBe(
    `The data folder ${file} is a file. Move it away, or set DATA_DIR to a folder.`,
  )
  const below = await refusalOf(join(file, 'below'))
  expect(below).toContain(`The data folder ${join(file, 'below')} cannot be used`)
  expect(await readFile(file, 'utf8')).toBe('something else')
})

test('a link to a missing disk is not replaced by a new database', async () => {
  const dataDir = await seededDataDir()
  await rm(join(dataDir, 'postgres'), { recursive: true })
  const gone = join(await temporaryHome(), 'gone')
  await symlink(gone, join(dataDir, 'postgres'))
  expect(await refusalOf(dataDir)).toContain('cannot be used')
  expect(await readlink(join(dataDir, 'postgres'))).toBe(gone)
})

function remove(path: string) {
  return (cluster: string) => rm(join(cluster, path), { recursive: true })
}

function cut(path: string, bytes: number) {
  return (cluster: string) => truncate(join(cluster, path), bytes)
}

async function cutWal(cluster: string): Promise<void> {
  const segments = await readdir(join(cluster, 'pg_wal'))
  for (const name of segments.filter((segment) => /^[0-9A-F]{24}$/.test(segment))) {
    await truncate(join(cluster, 'pg_wal', name), 0)
  }
}

async function removeSiteDatabase(cluster: string): Promise<void> {
  const folders = (await readdir(join(cluster, 'base'))).map(Number)
  await rm(join(cluster, 'base', String(Math.max(...folders))), { recursive: true })
}

async function filesOf(folder: string): Promise<string[]> {
  // PostgreSQL itself removes these at every start.
  const isCache = (file: string) => file.endsWith('pg_internal.init') || file.startsWith('pg_stat/')
  return (await readdir(folder, { recursive: true })).filter((file) => !isCache(file)).sort()
}
