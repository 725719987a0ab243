import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRelease, takeExportLock } from './release.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-release-'))
  file = join(folder, 'lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function publish(name: string) {
  const opened = await openRelease(folder, name)
  if (opened.kind === 'refused') return opened.line
  await opened.release.note('export.json', '{}')
  await opened.release.publish()
  return undefined
}

test('only earlier exports are removed, and two are kept', async () => {
  mkdirSync(join(folder, 'releases', '20261114120000'), { recursive: true })
  for (const name of ['20261115T224604Z-410', '20261115T224704Z-411', '20261115T224804Z-412'])
    expect(await publish(name)).toBeUndefined()
  expect(readdirSync(join(folder, 'releases')).sort()).toEqual([
    '20261114120000',
    '20261115T224704Z-411',
    '20261115T224804Z-412',
  ])
})

test('a folder into which another program deploys is refused and left as it is', async () => {
  mkdirSync(join(folder, 'releases', '20261114120000'), { recursive: true })
  symlinkSync('releases/20261114120000', join(folder, 'current'))
  expect(await publish('20261115T224804Z-412')).toMatch(
    /current points to releases\/20261114120000, which is not an export\./,
  )
  expect(readlinkSync(join(folder, 'current'))).toBe('releases/20261114120000')
  expect(readdirSync(folder).sort()).toEqual(['current', 'releases'])
  expect(readdirSync(join(folder, 'releases'))).toEqual(['20261114120000'])
})

const HOST = hostname()
  .replace(/[^a-z0-9]/gi, '')
  .slice(0, 20)

test('only one process at a time can lock it', async () => {
  const first = await takeExportLock(file)
  expect((await takeExportLock(file)).kind).toBe('taken')
  if (first.kind === 'ours') await first.leave()
  expect(await readdir(folder)).toEqual([])
  const next = await takeExportLock(file)
  expect(next.kind).toBe('ours')
  if (next.kind === 'ours') await next.leave()
})

test.each([
  ['had our own process id', `${HOST}-${process.pid}-0123abcd`],
  ['had an unused process id', `${HOST}-99999999-0123abcd`],
])('a process that was killed on this machine and %s does not block it', async (_, tag) => {
  await writeFile(file, tag)
  const lock = await takeExportLock(file)
  expect(lock.kind).toBe('ours')
  if (lock.kind === 'ours') await lock.leave()
})

test('a process on another machine keeps the lock as long as it renews it', async () => {
  await writeFile(file, 'elsewhere-1-0123abcd')
  expect(await takeExportLock(file)).toEqual({ kind: 'taken', by: 'elsewhere-1-0123abcd' })
  const longAgo = new Date(Date.now() - 300_000)
  await utimes(file, longAgo, longAgo)
  const lock = await takeExportLock(file)
  expect(lock.kind).toBe('ours')
  if (lock.kind === 'ours') await lock.leave()
})
