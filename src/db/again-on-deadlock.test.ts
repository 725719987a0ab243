import { expect, test, vi } from 'vitest'
import { againOnDeadlock } from './again-on-deadlock.ts'

const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })

test('retries after a deadlock', async () => {
  const work = vi
    .fn()
    .mockRejectedValueOnce(deadlock)
    .mockRejectedValueOnce(deadlock)
    .mockResolvedValue('done')
  expect(await againOnDeadlock(work)).toBe('done')
})

test('gives up after three attempts', async () => {
  const work = vi.fn().mockRejectedValue(deadlock)
  await expect(againOnDeadlock(work)).rejects.toBe(deadlock)
  expect(work).toHaveBeenCalledTimes(3)
})

test('fails immediately on any other error', async () => {
  const work = vi.fn().mockRejectedValue(new Error('no such column'))
  await expect(againOnDeadlock(work)).rejects.toThrow('no such column')
  expect(work).toHaveBeenCalledTimes(1)
})
