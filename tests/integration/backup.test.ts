import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackup } from '../../src/backup/file/read-backup-file.ts'
import { makeBackup } from '../../src/backup/make-backup.ts'
import { scratchDatabase } from '../../src/backup/scratch.ts'
import { verifyBackup } from '../../src/backup/verify-backup.ts'
import { LEFT_OUT } from '../../src/db/backup/left-out.ts'
import { connect } from '../../src/db/connect.ts'
import { insertImage } from '../../src/db/images.ts'
import { migrations } from '../../src/db/migrations/migrations.ts'
import { bareDatabase, type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { sized } from '../size.ts'
import { type BackupFolder, backUp, backupFolder, digestsOf, putBack } from '../support/backups.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'

const PASSPHRASE = 'correct horse battery staple'
/** A restore reads and checks the whole backup before it looks at the database. */
const READ_AND_REFUSED = "The database has tables that are not Candor's (invoices)"
const TURNS = sized({ short: 1, long: 5 })

let database: TestDatabase
let foreign: TestDatabase
let folder: BackupFolder
let made: string

beforeAll(async () => {
  ;[database, foreign] = await Promise.all([testDatabase('demo'), bareDatabase()])
  await sql`create table invoices (id integer)`.execute(foreign.db)
  // Most of the demo's bytes, which no test here needs.
  await sql`truncate threat_counts, log_faces, log_entries, publications cascade`.execute(database.db)
  const image = { name: `${'a'.repeat(32)}-9x9.png`, bytes: randomBytes(100_000), at: new Date(), by: null }
  await database.db.transaction().execute((trx) => insertImage(trx, image))
  // A service that is less affected than its incident, and an address that must not be asked again.
  await sql`update record_services set severity_tid = (select min(tid) from severities) where record_id = (select max(record_id) from record_services)`.execute(
    database.db,
  )
  await sql`insert into follow_refusals values (sha256('a'), now())`.execute(database.db)
  folder = await backupFolder()
  made = folder.file('made.tar')
  await backUp(database.url, made)
})

afterAll(async () => {
  await Promise.all([database.drop(), foreign.drop(), folder.remove()])
})

test('a backup lists its contents, and every table is included or left out with a reason', async () => {
  const now = new Date('2026-08-05T12:00:00Z')
  const { manifest, bytes } = await backUp(database.url, folder.file('whole.tar'), now)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    database.db,
  )
  const named = [...manifest.tables, ...manifest.leftOut].map(({ name }) => name)
  expect(named.sort()).toEqual(rows.map(({ name }) => name).sort())
  expect(manifest.leftOut.map(({ name }) => name).sort()).toEqual(Object.keys(LEFT_OUT).sort())
  const { number, history } = await database.db.selectFrom('edition').selectAll().executeTakeFirstOrThrow()
  expect(manifest).toMatchObject({
    format: 'candor-backup',
    version: 1,
    madeAt: now.toISOString(),
    provider: 'Northwall',
    migrations: Object.keys(migrations),
    edition: { number, history },
  })
  expect(Object.fromEntries(manifest.tables.map(({ name, ...table }) => [name, table]))).toMatchObject(
    await digestsOf(database.url),
  )
  expect(manifest.sequences.find(({ name }) => name === 'records_id_seq')?.value).toBe(
    String((await maxRecordId()) ?? 0),
  )
  expect((await openBackup(folder.file('whole.tar'))).manifest).toEqual(manifest)
  const file = await stat(folder.file('whole.tar'))
  expect([file.size, file.mode & 0o777]).toEqual([bytes, 0o600])
  expect((await readdir(folder.path)).filter((name) => name.startsWith('whole'))).toEqual(['whole.tar'])
})

test('an encrypted backup reveals nothing without its passphrase, is verified by restoring it, and can be read with it', async () => {
  const file = folder.file('encrypted.tar')
  const wish = { databaseUrl: database.url, file, now: new Date(), passphrase: PASSPHRASE }
  // Verification restores it and compares every table.
  let opened = ''
  const open = async (url: string) => {
    const scratch = await scratchDatabase(url)
    if (scratch.kind === 'open') opened = new URL(scratch.url).pathname.slice(1)
    return scratch
  }
  const { verdict, manifest } = await makeBackup({ ...wish, isVerified: true, open })
  expect(verdict).toEqual({ kind: 'verified' })
  // Without a server of its own, it uses a database on the site's server. It has this name because others
  // verify there, too.
  expect(opened).toMatch(/^candor_scratch_/)
  const { rows } = await sql`select from pg_database where datname = ${opened}`.execute(database.db)
  expect(rows).toHaveLength(0)
  const tables = await digestsOf(database.url)
  for (const name of ['users', 'records', 'record_services', 'record_changes', 'follow_refusals']) {
    expect(tables[name], name).toBeDefined()
    expect(manifest.tables.find((table) => table.name === name)).toMatchObject({ ...tables[name] })
  }
  const bytes = await readFile(file)
  for (const word of ['Northwall', 'madeAt', 'sha256":']) expect(bytes.includes(word)).toBe(false)
  await expect(openBackup(file)).rejects.toThrow('is encrypted: set BACKUP_PASSPHRASE')
  expect((await openBackup(file, { passphrase: PASSPHRASE })).manifest).toEqual(manifest)
  await expect(putBack(foreign.url, file, { passphrase: PASSPHRASE })).rejects.toThrow(READ_AND_REFUSED)
})

test('if backups are encrypted, a plain one is rejected unless explicitly allowed', async () => {
  const line = `${made} is not encrypted, although BACKUP_PASSPHRASE is set. If you know where it comes from, use --plain.`
  await expect(putBack(foreign.url, made, { passphrase: PASSPHRASE })).rejects.toThrow(line)
  await expect(putBack(foreign.url, made, { passphrase: PASSPHRASE, mayBePlain: true })).rejects.toThrow(
    READ_AND_REFUSED,
  )
  const trial = { databaseUrl: database.url, passphrase: PASSPHRASE, open: scratchDatabase }
  await expect(verifyBackup(made, trial)).rejects.toThrow(line)
})

test('any tar opens a backup, and its rows are in COPY format', async () => {
  const { manifest } = await openBackup(made)
  const list = execFileSync('tar', ['tf', made], { encoding: 'utf8' })
  expect(list.split('\n')).toContain('tables/records.tsv.gz')
  const shell = `tar xOf "$0" tables/records.tsv.gz | gunzip | sha256sum`
  const digest = execFileSync('sh', ['-c', shell, made], { encoding: 'utf8' })
  expect(digest.split(' ')[0]).toBe(manifest.tables.find(({ name }) => name === 'records')?.sha256)
})

test('if neither a server nor a database can be made for verification, it says so', async () => {
  const nobody = new URL(database.url)
  nobody.username = await roleWithoutRights()
  expect(await verifyBackup(made, { databaseUrl: nobody.href, open: scratchDatabase })).toEqual({
    kind: 'not-verified',
    why: expect.stringMatching(/permission denied/),
  })
})

test('a backup that does not restore to the same rows is rejected', async () => {
  const file = folder.file('twisted.tar')
  await copyFile(made, file)
  // The digest of the manifest is right: only verification can tell.
  await rewriteManifest(file, (text) => text.replace(/("name": "pages",(?:.|\n)*?"rows": )\d+/, '$1999'))
  await expect(verifyBackup(file, { databaseUrl: database.url, open: scratchDatabase })).rejects.toThrow(
    'The backup did not restore to what was read (table pages).',
  )
})

test('a backup is a consistent snapshot despite concurrent publications', async () => {
  const busy = await testDatabase()
  let isOver = false
  let published = 0
  const publishing = (async () => {
    while (!isOver) {
      await publish(busy.db, await addDraft(busy.db))
      published++
    }
  })()
  try {
    for (let turn = 0; turn < TURNS; turn++) {
      const before = published
      await eventually(() => expect(published).toBeGreaterThan(before))
      const { manifest } = await backUp(busy.url, folder.file(`busy-${turn}.tar`))
      const rowsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.rows
      // Each publication writes one of each.
      expect([rowsOf('publications'), rowsOf('audit_log')]).toEqual(Array(2).fill(manifest.edition.number))
      expect(rowsOf('records')).toBeGreaterThanOrEqual(manifest.edition.number)
    }
  } finally {
    isOver = true
    await publishing
    await busy.drop()
  }
})

test("an existing file is not overwritten, and a database without a site can't be backed up", async () => {
  const file = folder.file('mine.txt')
  await writeFile(file, 'mine')
  await expect(backUp(database.url, file)).rejects.toThrow(`${file} already exists: choose another name.`)
  expect(await readFile(file, 'utf8')).toBe('mine')
  const bare = await bareDatabase()
  await expect(backUp(bare.url, folder.file('none.tar'))).rejects.toThrow(
    'This database has no Candor tables yet.',
  )
  await bare.drop()
  expect(await readdir(folder.path)).not.toContain('none.tar')
})

test.each([
  ['is truncated', (file: string) => cut(file, 0.5), /is incomplete or damaged/],
  ['lacks its last byte', (file: string) => cut(file, 1, 1), /is incomplete or damaged/],
  ['is empty', (file: string) => cut(file, 0), /is not a Candor backup/],
  ['has a changed bit in a table', flipRecords, /is damaged \(the rows of records\)/],
  ['is something else', (file: string) => writeFile(file, 'x'.repeat(5000)), /is not a Candor backup/],
  ['has a changed bit in its manifest', flipManifest, /is damaged \(its manifest\)/],
])('a file that %s is rejected in one line', async (_what, hurt, line) => {
  const file = folder.file(`hurt-${Math.random()}.tar`)
  await copyFile(made, file)
  await hurt(file)
  await expect(verifyBackup(file, { databaseUrl: database.url, open: scratchDatabase })).rejects.toThrow(line)
})

async function maxRecordId() {
  const row = await database.db
    .selectFrom('records')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id
}

async function roleWithoutRights() {
  const superuser = new URL(database.url)
  superuser.username = 'postgres'
  const { db, close } = connect(superuser.href)
  await sql`do $$ begin create role powerless login; exception when duplicate_object then null; end $$`.execute(
    db,
  )
  await close()
  return 'powerless'
}

async function cut(file: string, part: number, less = 0) {
  await truncate(file, Math.floor((await stat(file)).size * part) - less)
}

function flipRecords(file: string) {
  return flip(file, 'tables/records.tsv.gz', 512 + 500)
}

function flipManifest(file: string) {
  return flip(file, '"provider"', 2)
}

async function flip(file: string, after: string, by: number) {
  const bytes = await readFile(file)
  const at = bytes.indexOf(after) + by
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(file, bytes)
}

async function rewriteManifest(file: string, change: (text: string) => string) {
  const script = `
    set -e; d=$(mktemp -d); cd "$d"; tar xf "$0"; cat > manifest.json
    sha256sum manifest.json > manifest.json.sha256; rm "$0"
    tar --format=ustar -cf "$0" candor-backup.txt tables/* manifest.json manifest.json.sha256; rm -r "$d"`
  const text = execFileSync('tar', ['xOf', file, 'manifest.json'], { encoding: 'utf8' })
  const changed = change(text)
  expect(changed).not.toBe(text)
  execFileSync('sh', ['-c', script, file], { input: changed })
}
