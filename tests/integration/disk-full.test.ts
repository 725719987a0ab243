import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, open, rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type BackupProgram, backupProgram } from '../support/backup-program.ts'
import { type BackupFolder, backUp, backupFolder } from '../support/backups.ts'
import { bundleProgram } from '../support/bundle-program.ts'
import { eventually } from '../support/eventually.ts'
import type { SignedIn } from '../support/sign-in.ts'
import { hasSmallDisks, smallDisk } from '../support/small-disk.ts'
import { testConfig } from '../support/test-app.ts'
import { clear, temporaryDataDir } from './embedded/support/data-folders.ts'
import { copySeed } from './embedded/support/seed.ts'

const ORIGIN = testConfig().publicUrl
/** Of letters that do not compress: so that a few dozen fill what the server has in reserve. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

interface Site {
  process: ChildProcess
  address: string
  staff: SignedIn
  lines: string[]
}

// Where nobody may mount a file system, a full one cannot be had without harm to the machine.
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

  test('promise 1: under DATA_DIR, reads go on, writes get a clean error, and all is well when there is space again', async () => {
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

    // The folder as the site sees it.
    const filler = `/proc/${site.process.pid}/root${dataDir}/filler`
    await fill(filler)
    const answers: number[] = []
    while (!answers.includes(503)) answers.push(await save())
    expect(new Set(answers).size, answers.join()).toBeLessThanOrEqual(2)
    expect(answers.slice(0, -1).every((status) => status === 200)).toBe(true)
    // Without room for its log the server itself goes down, and cannot start.
    site.process.send('more')
    await eventually(async () => {
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

  test('under BACKUP_DIR gives one line, leaves no half file, and the earlier backups alone', async () => {
    const earlier = folder.file('earlier.tar')
    const { bytes } = await backUp(database.url, earlier)
    const disk = smallDisk({
      folder: folder.path,
      // Half of another one fits.
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
    }
  })()
  return {
    stop: () => {
      isOver = true
      return reading
    },
  }
}

/** To the last byte. */
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
