import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alarmClock } from './alarm-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SOON_MS = 1_000

function watched(promise: Promise<void>) {
  const onDone = vi.fn()
  void promise.then(onDone)
  return async (ms = 0) => {
    await vi.advanceTimersByTimeAsync(ms)
    return onDone.mock.calls.length > 0
  }
}

test('a wait lasts its full time', async () => {
  const isOver = watched(alarmClock(new AbortController().signal).wait(SOON_MS))
  expect(await isOver(SOON_MS - 1)).toBe(false)
  expect(await isOver(1)).toBe(true)
})

test('a ring ends the wait, even one from just before', async () => {
  const alarm = alarmClock(new AbortController().signal)
  const isOver = watched(alarm.wait(SOON_MS))
  alarm.ring()
  expect(await isOver()).toBe(true)
  alarm.ring()
  expect(await watched(alarm.wait(SOON_MS))()).toBe(true)
  expect(await watched(alarm.wait(SOON_MS))()).toBe(false)
})

test('a deaf wait takes its full time, and a ring during it counts for the next one', async () => {
  const alarm = alarmClock(new AbortController().signal)
  const isOver = watched(alarm.wait(SOON_MS, { isDeaf: true }))
  alarm.ring()
  expect(await isOver()).toBe(false)
  expect(await isOver(SOON_MS)).toBe(true)
  expect(await watched(alarm.wait(SOON_MS))()).toBe(true)
})

test('an abort ends every wait, now and later', async () => {
  const stopping = new AbortController()
  const alarm = alarmClock(stopping.signal)
  const isOver = watched(alarm.wait(SOON_MS, { isDeaf: true }))
  stopping.abort()
  expect(await isOver()).toBe(true)
  expect(await watched(alarm.wait(SOON_MS))()).toBe(true)
})
