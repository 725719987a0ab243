import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshRecords } from './fresh-records.ts'

const listener = vi.fn()
let unsubscribe: () => void

beforeEach(() => {
  vi.useFakeTimers()
  listener.mockClear()
  unsubscribe = freshRecords.subscribe(listener)
})

afterEach(() => {
  unsubscribe()
  freshRecords.clear()
  vi.useRealTimers()
})

test('L-01 a record stays marked for a minute after its last update, then the mark fades out', () => {
  freshRecords.mark([7, 8])
  vi.advanceTimersByTime(50_000)
  freshRecords.mark([7])
  vi.advanceTimersByTime(10_000)
  expect([freshRecords.get(7), freshRecords.get(8)]).toEqual(['fresh', 'fading'])
  vi.advanceTimersByTime(50_000)
  expect([freshRecords.get(7), freshRecords.get(8)]).toEqual(['fading', undefined])
  vi.runAllTimers()
  expect(freshRecords.get(7)).toBeUndefined()
  expect(listener).toHaveBeenCalledTimes(6)
})

test('L-01 marks are cleared on the next page, and an update without records notifies no listeners', () => {
  freshRecords.mark([7])
  freshRecords.clear()
  expect(freshRecords.get(7)).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
  listener.mockClear()
  freshRecords.mark([])
  freshRecords.clear()
  expect(listener).not.toHaveBeenCalled()
})
