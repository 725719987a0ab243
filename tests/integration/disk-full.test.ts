import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { bundleProgram } from '../crash/bundle-program.ts'
import { isShort, sized } from '../size.ts'
import { type BackupProgram, backupProgram } from '../support/backup-program.ts'
import { type BackupFolder, backUp, backupFolder } from '../support/backups.ts'
import { runBuiltSite, startBuiltSite, untilReady } from '../support/built-site.ts'
import { eventually } from '../support/eventually.ts'
import type { SignedIn } from '../support/sign-in.ts'
import { hasSmallDisks, smallDisk } from '../support/small-disk.ts'
import { testConfig } from '../support/test-app.ts'
import { clear, temporaryDataDir } from './embedded/support/data-folders.ts'
import { copySeed } from './embedded/support/seed.ts'

const ORIGIN = testConfig().publicUrl
/** Readers need the CPU too: they ask for as long as the disk is full. */
const READ_EVERY_MS = sized({ short: 250, long: 20 })
/** Random letters don't compress, so a few dozen records use up the server's reserve. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

interface Site {
  process: ChildProcess
  address: string
  staff: SignedIn
  lines: string[]
}

// Without the right to mount a file system, a full disk can't be simulated safely.
describe.skipIf(!hasSmallDisks())('a full disk', () => {
  let siteProgram: string
  let program: BackupProgram
  let database: TestDatabase
  let folder: BackupFolder

  beforeAll(async () => {
    ;[siteProgram, program, database, folder] = await Promise.all([
      bundleProgram('site-program.ts'),
      backupProgram(),
      testDatabase('demo'),
      backupFolder(),
    ])
  })

  afterEach(clear)

  afterAll(async () => {
    await Promise.all([database.drop(), folder.remove()])
  })

  test('promise 1: under DATA_DIR, reads continue, writes get a clean error, and all recovers when there is space again', async () => {
    const dataDir = await temporaryDataDir()
    const site = await startOn(dataDir)
    const seen = new Set<number>()
    const reading = readOn(site, seen)
    let saved = 0
    const save = async () => {
      const status = await saveDraft(site)
      if (status === 200) saved++
      return status
    }
    expect(await save()).toBe(200)

    const filler = `/proc/${site.process.pid}/root${dataDir}/filler`
    await fill(filler)
    const answers: number[] = []
    while (!answers.includes(503)) answers.push(await save())
    expect(new Set(answers).size, answers.join()).toBeLessThanOrEqual(2)
    expect(answers.slice(0, -1).every((status) => status === 200)).toBe(true)
    // Without room for its WAL the server goes down and can't start.
    await eventually(async () => {
      // More than once: on a busy machine it may not get a connection.
      site.process.send('more')
      expect([200, 503]).toContain(await save())
      expect(site.lines).toContain(
        `The disk that holds the data folder ${dataDir} is full. Free some space on it and start again.`,
      )
    })
    for (let more = 0; more < 3; more++) expect(await save()).toBe(503)

    await rm(filler)
    await eventually(async () => expect(await save()).toBe(200))
    expect(await countDrafts(site)).toBe(saved)
    await reading.stop()
    expect([...seen]).toEqual([200])
    expect(site.process.exitCode).toBe(null)
    site.process.kill('SIGTERM')
    await once(site.process, 'exit')
  })

  test('under BACKUP_DIR gives one line, and leaves no partial file and earlier backups intact', async () => {
    const earlier = folder.file('earlier.tar')
    const { bytes } = await backUp(database.url, earlier)
    const disk = smallDisk({
      folder: folder.path,
      size: String(Math.floor(bytes * 1.5)),
      after: 'ls "$DISK"; cmp "$DISK/earlier.tar" "$EARLIER" && echo the same',
    })
    const copy = `${folder.path}-earlier`
    await copyFile(earlier, copy)
    const typed = ['backup', folder.file('next.tar'), '--no-verify']
    const ended = await program.run(typed, { DATABASE_URL: database.url, EARLIER: copy }, disk)
    await rm(copy)
    expect(ended).toMatchObject({
      code: 1,
      err: `The disk that holds ${folder.path} is full. Free some space on it and try again.\n`,
      out: 'earlier.tar\nthe same\n',
    })
  })

  const KB = 1024
  // If PostgreSQL starts with so little, pages either say that there is no content or come from the edition
  // file. In the short run, explain.test.ts proves the line, the test above that a start gives it, and
  // embedded/places-and-people.test.ts that creating the database does.
  test
    .skipIf(isShort || !isBuilt())
    .each(
      [0, 4, 64, 1_000, 20_000, 45_000, 50_000, 55_000, 60_000, 65_000, 70_000, 80_000].flatMap((kilobytes) =>
        ['first', 'next'].map((is) => ({ is, freeBytes: kilobytes * KB })),
      ),
    )(
    'under DATA_DIR, the $is start with $freeBytes bytes gives one line, or serves',
    async ({ is, freeBytes }) => {
      const dataDir = await temporaryDataDir()
      if (is === 'next') await copySeed(dataDir)
      else await mkdir(dataDir)
      const disk = smallDisk({ folder: dataDir, size: '160m', freeBytes })
      const site = await runBuiltSite({ DATA_DIR: dataDir, DEMO: 'local', LOG_LEVEL: 'fatal' }, disk.around)
      try {
        await untilReady(site)
        expect(site.said()).not.toMatch(/^ +at /m)
        if (site.process.exitCode === null) return
        expect(site.process.exitCode).toBe(1)
        const [line, ...rest] = site
          .said()
          .split('\n')
          .filter((said) => said !== '' && !said.endsWith('…'))
        expect([line, rest]).toEqual([
          `The disk that holds the data folder ${dataDir} is full. Free some space on it and start again.`,
          [],
        ])
      } finally {
        await site.stop()
      }
    },
  )

  async function startOn(dataDir: string): Promise<Site> {
    await copySeed(dataDir)
    const disk = smallDisk({ folder: dataDir, size: '160m' })
    const [command = '', ...args] = disk.around([process.execPath, siteProgram])
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        ...(process.env.TMPDIR && { TMPDIR: process.env.TMPDIR }),
      },
    })
    const lines: string[] = []
    const site = await new Promise<Pick<Site, 'address' | 'staff'>>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`The site did not start: ${lines.join(' ')}`)))
      child.on('message', (message: { line: string } | Pick<Site, 'address' | 'staff'>) => {
        if ('line' in message) lines.push(message.line)
        else resolve(message)
      })
    })
    return { process: child, lines, ...site }
  }
})

// The long run builds before it runs this. In the short run, make-log.test.ts proves that a full disk drops
// lines only.
test.skipIf(isShort || !isBuilt() || !existsSync('/dev/full'))(
  'a full disk under the log neither stops a site nor keeps it from stopping',
  async () => {
    const database = await testDatabase()
    const env = { DATABASE_URL: database.url, ROLE: 'web', LOG_LEVEL: 'trace', DEMO: '0' }
    const site = await startBuiltSite(env, (command) => [
      'sh',
      '-c',
      'exec "$@" 2>/dev/full',
      'sh',
      ...command,
    ])
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
    site.process.kill('SIGTERM')
    expect(await site.ended).toBe(0)
    await site.stop()
    await database.drop()
  },
)

async function saveDraft({ address, staff }: Site): Promise<number> {
  const body = Array.from({ length: 60_000 }, () => LETTERS[Math.floor(Math.random() * 26)]).join('')
  const content = { ...emptyContent({ kind: 'incident' }), title: 'Full', body: `<p>${body}</p>` }
  const response = await fetch(`${address}/api/admin/records`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: ORIGIN,
      cookie: staff.cookie,
      'x-csrf-token': staff.csrf,
    },
    body: JSON.stringify({ content }),
  })
  const answer = await response.json()
  if (response.status !== 200) expect(answer).toMatchObject({ message: expect.any(String) })
  return response.status
}

async function countDrafts({ address, staff }: Site): Promise<number> {
  const response = await fetch(`${address}/api/admin/records?state=draft`, {
    headers: { cookie: staff.cookie },
  })
  expect(response.status).toBe(200)
  return (await response.json()).total
}

function readOn({ address }: Site, seen: Set<number>) {
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      for (const path of ['/api/global', '/healthz']) {
        const response = await fetch(`${address}${path}`)
        await response.arrayBuffer()
        seen.add(response.status)
      }
      await sleep(READ_EVERY_MS)
    }
  })()
  return {
    stop: () => {
      isOver = true
      return reading
    },
  }
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  let chunk = Buffer.alloc(1024 * 1024)
  try {
    while (chunk.length > 0) {
      try {
        await file.write(chunk)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        chunk = chunk.subarray(0, Math.floor(chunk.length / 2))
      }
    }
  } finally {
    await file.close()
  }
}
