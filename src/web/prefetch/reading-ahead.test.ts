import { beforeEach, expect, test } from 'vitest'
import type { Read } from '../../contract/public-reads.ts'
import { readingAhead } from './reading-ahead.ts'

let now: number
let asked: string[]
let isBroken: boolean

const ask = (async (path: string) => {
  asked.push(path)
  if (isBroken) throw new Error('No network.')
  return `answer ${asked.length}`
}) as unknown as Read

beforeEach(() => {
  now = 0
  asked = []
  isBroken = false
})

test('prefetched data is used once', async () => {
  const { read, readAhead } = readingAhead(ask, { clock: () => now })
  await readAhead('/api/global', {})
  await readAhead('/api/global', {})
  expect(await read('/api/global', {})).toBe('answer 1')
  expect(await read('/api/global', {})).toBe('answer 2')
})

test('prefetched data expires after five seconds', async () => {
  const { read, readAhead } = readingAhead(ask, { clock: () => now })
  await readAhead('/api/global', {})
  now = 5_000
  expect(await read('/api/global', {})).toBe('answer 2')
})

test('prefetched data is dropped when there is news', async () => {
  const { read, readAhead, forget } = readingAhead(ask, { clock: () => now })
  await readAhead('/api/global', {})
  forget()
  expect(await read('/api/global', {})).toBe('answer 2')
})

test('a failed prefetch is retried', async () => {
  const { read, readAhead } = readingAhead(ask, { clock: () => now })
  isBroken = true
  await expect(readAhead('/api/global', {})).rejects.toThrow()
  isBroken = false
  expect(await read('/api/global', {})).toBe('answer 2')
})
