import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareDatabase, type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { sized } from '../size.ts'
import { type BackupProgram, backupProgram } from '../support/backup-program.ts'
import { type BackupFolder, backupFolder, digestsOf, SETTLED_TABLES, without } from '../support/backups.ts'
import { addManySubscribers } from '../support/many-subscribers.ts'

const SUBSCRIBERS = sized({ short: 60_000, long: 100_000 })
/** Their rows are over 1.3 kB each; a program that held them, or a table of them, would need more than this. */
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
})

afterAll(async () => {
  await Promise.all([program.remove(), folder.remove(), small.drop(), large.drop(), target.drop()])
})

test(`${SUBSCRIBERS} subscribers take no more memory than ten, to back up as to restore`, async () => {
  const few = await run('backup', small.url, 'small.tar')
  const many = await run('backup', large.url, 'large.tar')
  const restoring = await run('restore', target.url, 'large.tar')
  const more = [many, restoring].map((maxRssKb) => maxRssKb - few)
  expect(Math.max(...more), `kB more: ${more.join(', ')}`).toBeLessThan(MORE_MEMORY_KB)

  const restored = await digestsOf(target.url)
  expect(restored.users?.rows).toBe(SUBSCRIBERS)
  expect(without(restored, SETTLED_TABLES)).toEqual(without(await digestsOf(large.url), SETTLED_TABLES))
}, 180_000)

async function run(command: 'backup' | 'restore', url: string, name: string): Promise<number> {
  const typed = [command, folder.file(name), ...(command === 'backup' ? ['--no-verify'] : [])]
  const { code, err, maxRssKb } = await program.run(typed, { DATABASE_URL: url })
  expect([code, err]).toEqual([0, ''])
  return maxRssKb
}
