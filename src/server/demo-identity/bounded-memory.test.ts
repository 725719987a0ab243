import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boundedMemory } from './bounded-memory.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the oldest entry goes when there is no room, whatever its kind', async () => {
  const memory = boundedMemory(2)
  const [codes, grants] = [memory('AuthorizationCode'), memory('Grant')]
  await codes.upsert('1', { kind: 'a' }, 60)
  await grants.upsert('1', { kind: 'b' }, 60)
  await codes.upsert('2', { kind: 'c' }, 60)
  expect(await codes.find('1')).toBeUndefined()
  expect(await grants.find('1')).toEqual({ kind: 'b' })
  expect(await codes.find('2')).toEqual({ kind: 'c' })
})

test('an entry is over when its time is', async () => {
  const codes = boundedMemory()('AuthorizationCode')
  await codes.upsert('1', {}, 60)
  vi.advanceTimersByTime(59_999)
  expect(await codes.find('1')).toEqual({})
  vi.advanceTimersByTime(1)
  expect(await codes.find('1')).toBeUndefined()
})

test('what is consumed says so, and what belongs to a revoked grant is gone', async () => {
  const codes = boundedMemory()('AuthorizationCode')
  await codes.upsert('1', { grantId: 'g' }, 60)
  await codes.upsert('2', { grantId: 'h' }, 60)
  await codes.consume('1')
  expect(await codes.find('1')).toMatchObject({ consumed: expect.any(Number) })
  await codes.revokeByGrantId('g')
  expect(await codes.find('1')).toBeUndefined()
  expect(await codes.find('2')).toEqual({ grantId: 'h' })
})

test('sessions are found by their uid, and by nothing of another kind', async () => {
  const memory = boundedMemory()
  await memory('Session').upsert('1', { uid: 'u' }, 60)
  expect(await memory('Session').findByUid('u')).toEqual({ uid: 'u' })
  expect(await memory('Interaction').findByUid('u')).toBeUndefined()
  await memory('Session').destroy('1')
  expect(await memory('Session').findByUid('u')).toBeUndefined()
})
