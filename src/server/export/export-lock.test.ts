import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeExportLock } from './export-lock.ts'

const HOST = hostname()
  .replace(/[^a-z0-9]/gi, '')
  .slice(0, 20)

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-lock-'))
  file = join(folder, 'lock')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('only one process at a time holds it', async () => {
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

test('a process on another machine holds it as long as it renews it', async () => {
  await writeFile(file, 'elsewhere-1-0123abcd')
  expect(await takeExportLock(file)).toEqual({ kind: 'taken', by: 'elsewhere-1-0123abcd' })
  const longAgo = new Date(Date.now() - 300_000)
  await utimes(file, longAgo, longAgo)
  const lock = await takeExportLock(file)
  expect(lock.kind).toBe('ours')
  if (lock.kind === 'ours') await lock.leave()
})
