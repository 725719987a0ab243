import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareDatabase, type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { type BackupProgram, backupProgram } from '../support/backup-program.ts'
import { type BackupFolder, backupFolder } from '../support/backups.ts'
import { addManySubscribers } from '../support/small-site.ts'

const SUBSCRIBERS = 100_000
const DRAFTS = 2_000
const KB_PER_DRAFT = 50
/** Holding all drafts, or one table of them, in memory would need more than this. */
const MORE_MEMORY_KB = 60_000

let program: BackupProgram
let folder: BackupFolder
let small: TestDatabase
let large: TestDatabase
let target: TestDatabase

beforeAll(async () => {
  ;[program, folder, small, large, target] = await Promise.all([
    backupProgram(),
    backupFolder(),
    testDatabase(),
    testDatabase(),
    bareDatabase(),
  ])
  await addManySubscribers(small.db, 10)
  await addManySubscribers(large.db, SUBSCRIBERS)
  await addLongDrafts(large.db)
})

afterAll(async () => {
  await Promise.all([folder.remove(), small.drop(), large.drop(), target.drop()])
})

// Slow: it moves more than a process may need. In the short run, backup.test.ts and restore.test.ts prove
// all the rest.
test.skipIf(isShort)(
  `${SUBSCRIBERS} subscribers and ${DRAFTS} long drafts need no more memory than ten subscribers, for backup and restore`,
  async () => {
    const few = await run('backup', small.url, 'small.tar')
    const many = await run('backup', large.url, 'large.tar')
    const restoring = await run('restore', target.url, 'large.tar')
    const more = [many, restoring].map((maxRssKb) => maxRssKb - few)
    expect(Math.max(...more), `kB more: ${more.join(', ')}`).toBeLessThan(MORE_MEMORY_KB)

    // restore.test.ts compares every row.
    expect(await sizeOf(target)).toEqual(await sizeOf(large))
    expect((await sizeOf(target)).letters).toBe(DRAFTS * KB_PER_DRAFT * 1024)
  },
  180_000,
)

async function run(command: 'backup' | 'restore', url: string, name: string): Promise<number> {
  const typed = [command, folder.file(name), ...(command === 'backup' ? ['--no-verify'] : [])]
  const { code, err, maxRssKb } = await program.run(typed, { DATABASE_URL: url })
  expect([code, err]).toEqual([0, ''])
  return maxRssKb
}

async function addLongDrafts(db: TestDatabase['db']) {
  await sql`
    insert into records (kind, event_type, title, alias, status_id, severity_tid, body)
    select 'incident', 'service_disruption', 'Long', 'long-' || n, 2, 20, repeat(md5(n::text), ${KB_PER_DRAFT * 32}::int)
    from generate_series(1, ${DRAFTS}::int) as n`.execute(db)
}

async function sizeOf({ db }: TestDatabase) {
  const { rows } = await sql<{ users: number; records: number; letters: number }>`
    select (select count(*) from users) as users, count(*) as records, sum(length(body)) as letters
    from records`.execute(db)
  return rows[0] ?? { users: 0, records: 0, letters: 0 }
}
