import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentKey, LockedSecret } from './secrets.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('many mails read their key once, and a restored key is used a second later', async () => {
  const read = vi.fn(async () => Buffer.from('ours'))
  const key = currentKey(read)
  expect(String(await key())).toBe('ours')
  read.mockResolvedValue(Buffer.from('restored'))
  expect(String(await key())).toBe('ours')
  expect(read).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1_000)
  expect(String(await key())).toBe('restored')
})

test('without the database the last key stays in use, but never in place of one that is locked', async () => {
  const read = vi.fn(async () => Buffer.from('ours'))
  const key = currentKey(read)
  read.mockRejectedValueOnce(new Error('no connection'))
  await expect(key()).rejects.toThrow('no connection')
  expect(String(await key())).toBe('ours')
  vi.advanceTimersByTime(1_000)
  read.mockRejectedValueOnce(new Error('no connection'))
  expect(String(await key())).toBe('ours')
  vi.advanceTimersByTime(1_000)
  read.mockRejectedValueOnce(new LockedSecret('bounces'))
  await expect(key()).rejects.toThrow(LockedSecret)
})
