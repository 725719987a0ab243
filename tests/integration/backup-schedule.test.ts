import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { backupName, safetyName } from '../../src/backup/backup-names.ts'
import { scratchDatabase } from '../../src/backup/scratch.ts'
import { type BackupEvent, startBackups } from '../../src/backup/start-backups.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type BackupFolder, backupFolder } from '../support/backups.ts'

let database: TestDatabase
let folder: BackupFolder
let now: Date
let looks = 0
const running: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  database = await testDatabase()
})

beforeEach(async () => {
  folder = await backupFolder()
  now = new Date('2026-08-05T00:00:00Z')
})

afterEach(async () => {
  for (const { stop } of running.splice(0)) await stop()
  await folder.remove()
})

afterAll(() => database.drop())

test('the first backup is made immediately and verified, the next on schedule, and the oldest are removed', async () => {
  let trials = 0
  // Verifying is slow: once shows that it is done.
  const open = (url: string) => (trials++ === 0 ? scratchDatabase(url) : noScratch())
  const events = start({ keep: 1, open })
  const names = [backupName(now)]
  await eventually(() =>
    expect(events).toMatchObject([
      { kind: 'made', file: folder.file(names[0] ?? ''), edition: 0, verdict: { kind: 'verified' } },
    ]),
  )
  now = new Date(now.getTime() + 86_400_000)
  names.push(backupName(now))
  await eventually(() =>
    expect(events.at(-1)).toEqual({ kind: 'removed', files: [folder.file(names[0] ?? '')] }),
  )
  expect((await readdir(folder.path)).sort()).toEqual(names.slice(1))
})

test('a restart neither shifts nor repeats a backup', async () => {
  const earlier = new Date(now.getTime() - 23 * 3_600_000)
  await writeFile(folder.file(backupName(earlier)), 'as if')
  await writeFile(folder.file(safetyName(now)), 'of a restore')
  const events = start()
  now = new Date(earlier.getTime() + 24 * 3_600_000 - 1)
  await aDozenLooks()
  expect(events).toEqual([])
  now = new Date(now.getTime() + 1)
  await eventually(() => expect(events).toMatchObject([{ kind: 'made' }]))
})

test('a backup dated in the future neither prevents nor replaces another', async () => {
  const future = backupName(new Date('2036-01-01T00:00:00Z'))
  await writeFile(folder.file(future), 'of a clock that was wrong')
  const events = start({ keep: 1 })
  await eventually(() => expect(events).toMatchObject([{ kind: 'made' }]))
  expect((await readdir(folder.path)).sort()).toEqual([backupName(now), future])
})

test('only one of several workers makes it', async () => {
  const all = [start(), start(), start()]
  await eventually(() => expect(all.flat()).toMatchObject([{ kind: 'made' }]))
  await aDozenLooks()
  expect(all.flat()).toHaveLength(1)
  expect(await readdir(folder.path)).toEqual([backupName(now)])
})

test('a failure is logged in one line, retried sooner, and touches no existing backup', async () => {
  const earlier = backupName(new Date(now.getTime() - 25 * 3_600_000))
  await writeFile(folder.file(earlier), 'as if')
  const blocked = folder.file('blocked')
  await writeFile(blocked, 'a file where the folder should be')
  const events = start({ path: blocked })
  await eventually(() =>
    expect(events).toEqual([
      {
        kind: 'failed',
        line: `${blocked} is not a folder.`,
        retryAt: new Date(now.getTime() + 600_000),
      },
    ]),
  )
  await rm(blocked)
  await mkdir(blocked)
  now = new Date(now.getTime() + 600_000)
  await eventually(() => expect(events[1]).toMatchObject({ kind: 'made' }))
  expect(await readdir(folder.path)).toContain(earlier)
})

test('stopping cancels a running backup and leaves no trace', async () => {
  start()
  await eventually(async () => expect(await readdir(folder.path)).not.toEqual([]))
  for (const { stop } of running.splice(0)) await stop()
  expect((await readdir(folder.path)).filter((name) => name.includes('.part-'))).toEqual([])
})

function start({
  keep = 7,
  path = folder.path,
  open = noScratch,
}: {
  keep?: number
  path?: string
  open?: typeof scratchDatabase
} = {}): BackupEvent[] {
  const events: BackupEvent[] = []
  running.push(
    startBackups({
      databaseUrl: database.url,
      folder: path,
      everyHours: 24,
      keep,
      clock: () => {
        looks++
        return now
      },
      onEvent: (event) => events.push(event),
      lookEveryMs: 20,
      open,
    }),
  )
  return events
}

/** Verifying takes longer than everything else here; one test covers it. */
async function noScratch() {
  return { kind: 'refused' as const, line: 'No trial here.' }
}

/** A backup with verification takes longer on a busy machine. */
function eventually(expectations: () => void | Promise<void>) {
  return vi.waitFor(expectations, { timeout: 50_000, interval: 20 })
}

async function aDozenLooks() {
  const until = looks + 24
  await eventually(() => expect(looks).toBeGreaterThan(until))
}
