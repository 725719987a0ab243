import { expect, test } from 'vitest'
import { TypedAhead } from './shortcuts.ts'

function typing(keys: string) {
  const ahead = new TypedAhead()
  ahead.start(0)
  for (const key of keys) ahead.takes(key, 1)
  return ahead
}

test('Z-05 what is typed on the way to a field is inserted there, once', () => {
  const ahead = typing('Firs')
  expect(ahead.takes('Backspace', 2)).toBe(true)
  expect(ahead.takes('e', 3)).toBe(true)
  expect(ahead.takes('ArrowDown', 3)).toBe(false)
  expect(ahead.arrive(4)).toBe('Fire')
  expect(ahead.takes('x', 5)).toBe(false)
  expect(ahead.arrive(6)).toBe('')
})

test('Z-05 keys work as usual once the user has moved on, and what was typed before is dropped', () => {
  const byTab = typing('Fire')
  expect(byTab.takes('Tab', 2)).toBe(false)
  expect(byTab.takes(' ', 3)).toBe(false)
  expect(byTab.arrive(4)).toBe('')
  const toButton = typing('Fire')
  toButton.forget()
  expect(toButton.takes(' ', 3)).toBe(false)
  expect(toButton.arrive(4)).toBe('')
})

test('Z-05 a field that is reached too late gets nothing', () => {
  const ahead = typing('Fire')
  expect(ahead.takes(' ', 10_000)).toBe(false)
  expect(ahead.arrive(10_000)).toBe('')
})
