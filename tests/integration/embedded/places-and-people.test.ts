import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { isShort } from '../../size.ts'
import { clear, dataDirIn, postmasterPid, temporaryHome } from './support/data-folders.ts'
import { startOwner } from './support/owner-process.ts'
import { copySeed } from './support/seed.ts'
import { refusalOf, started } from './support/started.ts'

const run = promisify(execFile)
const isRootOnLinux = process.platform === 'linux' && process.geteuid?.() === 0
const NOBODY = 65_534
const SOMEONE = 12_345

function isOpenToOthers(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0
  return isOpen && (dirname(folder) === folder || isOpenToOthers(dirname(folder)))
}

afterEach(clear)

test('a folder with spaces, umlauts and quotes in a private home works', async () => {
  const home = await temporaryHome() // created with mode 700
  const dataDir = dataDirIn(home, 'Örtliche Daten', `it's "here", 100 %41`)
  const database = await started(dataDir)
  expect((await stat(home)).mode & 0o777).toBe(0o700)
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await database.stop()
  await (await started(dataDir)).stop()
})

test('a path too long for a socket gets a short private socket folder, removed with the server', async () => {
  const dataDir = dataDirIn(await temporaryHome(), 'deep'.repeat(20), 'down'.repeat(20), 'data')
  await mkdir(dirname(dataDir), { recursive: true })
  await copySeed(dataDir)
  const owner = await startOwner(dataDir)
  const outcome = await owner.outcome()
  if (outcome.kind === 'refused') throw new Error(outcome.line)
  const socket = new URL(outcome.url).searchParams.get('host') ?? ''
  expect(socket.startsWith(join(tmpdir(), 'candor-'))).toBe(true)
  expect((await lstat(socket)).mode & 0o777).toBe(0o700)
  await owner.kill('SIGKILL')
  const next = await started(dataDir)
  expect(new URL(next.url).searchParams.get('host')).toBe(socket)
  await next.stop()
  await expect(lstat(socket)).rejects.toThrow('ENOENT')
})

// Other users must be able to read the code they run, so not in a clone that only its owner can enter.
describe.runIf(isRootOnLinux && isOpenToOthers(process.cwd()))('started by root', () => {
  test("a regular user's files are opened as that user, in a private home", async () => {
    const home = await temporaryHome()
    const dataDir = dataDirIn(home)
    await chown(home, SOMEONE, SOMEONE)
    const database = await started(dataDir) // this user has no name, which initdb asks for
    expect(await uidOfServer(dataDir)).toBe(SOMEONE)
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(SOMEONE)
    await database.stop()
    const own = await startOwner(dataDir, { uid: SOMEONE })
    expect(await own.outcome()).toMatchObject({ kind: 'started' })
    expect(await own.kill('SIGTERM')).toBe(0)
  })

  test('without user namespaces the server runs as the user nobody, who gets the folder', async () => {
    const home = await temporaryHome()
    await chmod(home, 0o755)
    const dataDir = dataDirIn(home)
    await copySeed(dataDir)
    const owner = await startOwner(dataDir, { env: { PATH: await pathWithoutNamespaces() } })
    expect(await owner.outcome()).toMatchObject({ kind: 'started' })
    expect(await uidOfServer(dataDir)).toBe(NOBODY)
    expect((await stat(join(dataDir, 'postgres/global/pg_control'))).uid).toBe(NOBODY)
    expect(await owner.kill('SIGTERM')).toBe(0)
    const again = await started(dataDir)
    expect(await uidOfServer(dataDir)).toBe(NOBODY)
    await again.stop()
  })

  // In the short run, the test above proves who runs the server then.
  test.skipIf(isShort)(
    'without user namespaces a first start creates the cluster as the user nobody',
    async () => {
      const home = await temporaryHome()
      await chmod(home, 0o755)
      const dataDir = dataDirIn(home)
      const owner = await startOwner(dataDir, { env: { PATH: await pathWithoutNamespaces() } })
      expect(await owner.outcome()).toMatchObject({ kind: 'started' })
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(NOBODY)
      expect(await owner.kill('SIGTERM')).toBe(0)
    },
  )

  test('without user namespaces, in a home that only root can enter, the error names the alternatives', async () => {
    const dataDir = dataDirIn(await temporaryHome())
    const owner = await startOwner(dataDir, { env: { PATH: await pathWithoutNamespaces() } })
    const outcome = await owner.outcome()
    expect(outcome).toMatchObject({ kind: 'refused', line: expect.stringContaining(dataDir) })
    expect(outcome).toMatchObject({ line: expect.stringMatching(/ordinary user, or set DATABASE_URL/) })
    expect(await owner.exit).toBe(1)
    expect(owner.errors).toEqual([])
  })

  // In the short run, the first test here proves that a regular user starts and stops, crash.test.ts the
  // rest.
  test.skipIf(isShort)('a regular user starts, kills, reattaches and stops', async () => {
    const home = await temporaryHome()
    await chown(home, NOBODY, NOBODY)
    const dataDir = dataDirIn(home)
    const first = await startOwner(dataDir, { uid: NOBODY })
    expect(await first.outcome()).toMatchObject({ kind: 'started' })
    expect(await uidOfServer(dataDir)).toBe(NOBODY)
    await first.kill('SIGKILL')
    const second = await startOwner(dataDir, { uid: NOBODY })
    expect(await second.outcome()).toMatchObject({ kind: 'started' })
    expect(await second.kill('SIGTERM')).toBe(0)
    expect(await postmasterPid(dataDir)).toBeUndefined()
  })

  test('a regular user is denied a folder without write permission', async () => {
    const home = await temporaryHome()
    await chmod(home, 0o755)
    const dataDir = dataDirIn(home)
    const owner = await startOwner(dataDir, { uid: NOBODY })
    expect(await owner.outcome()).toEqual({
      kind: 'refused',
      line:
        `Candor may not write to the data folder ${dataDir}. ` +
        'Run Candor as the user who owns it, or set DATA_DIR to another folder.',
    })
    await mkdir(dataDir)
    const again = await startOwner(dataDir, { uid: NOBODY })
    expect(await again.outcome()).toMatchObject({
      line: expect.stringContaining('may not write'),
    })
  })

  test('a socket folder planted by another user is not used', async () => {
    const dataDir = dataDirIn(await temporaryHome())
    await copySeed(dataDir)
    await chown(join(dataDir, 'socket'), SOMEONE, SOMEONE)
    expect(await refusalOf(dataDir)).toContain('belongs to another user')
  })

  test('a full disk and a read-only disk are named as such', async (context) => {
    const disk = await temporaryHome()
    const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]).then(
      () => true,
      () => false,
    )
    if (!isMounted) return context.skip('this machine does not let us mount a small disk')
    try {
      expect(await refusalOf(join(disk, 'data'))).toMatch(
        /^The disk that holds the data folder \S+ is full\./,
      )
      await run('mount', ['-o', 'remount,ro', disk])
      expect(await refusalOf(join(disk, 'other'))).toMatch(/^The data folder \S+ is on a read-only disk\./)
    } finally {
      await run('umount', [disk])
    }
  })
})

// A machine with user namespaces disabled: `unshare` exists and fails.
async function pathWithoutNamespaces(): Promise<string> {
  const folder = await temporaryHome()
  await writeFile(
    join(folder, 'unshare'),
    '#!/bin/sh\necho "unshare failed: Operation not permitted" >&2\nexit 1\n',
  )
  await chmod(join(folder, 'unshare'), 0o755)
  return `${folder}:${process.env.PATH}`
}

async function uidOfServer(dataDir: string): Promise<number> {
  const status = await readFile(`/proc/${await postmasterPid(dataDir)}/status`, 'utf8')
  return Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])
}
