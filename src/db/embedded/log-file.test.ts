import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boundLog, logSince } from './log-file.ts'

let folder: string
let log: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-log-'))
  log = join(folder, 'postgres.log')
})
afterEach(() => rm(folder, { recursive: true }))

test('empties a log past its limit and keeps one copy', async () => {
  await writeFile(log, 'x'.repeat(5_000_001))
  expect(await boundLog(log)).toBe(0)
  expect((await stat(log)).size).toBe(0)
  expect((await stat(`${log}.old`)).size).toBe(5_000_001)
})

test('keeps a small log and reads only what was added', async () => {
  expect(await boundLog(log)).toBe(0)
  await writeFile(log, 'before\n')
  const start = await boundLog(log)
  await appendFile(log, 'FATAL:  after\n')
  expect(await logSince(log, start)).toBe('FATAL:  after\n')
  expect(await readFile(log, 'utf8')).toContain('before')
})

test('reads only the end of a long log', async () => {
  await writeFile(log, `${'x'.repeat(100_000)}FATAL:  end`)
  const text = await logSince(log, 0)
  expect(text.length).toBe(64_000)
  expect(text.endsWith('FATAL:  end')).toBe(true)
})
