import { expect, test } from 'vitest'
import { timelineWindow } from '../../domain/timeline/timeline-window.ts'
import { caretOf } from './window-percent.ts'

const now = new Date('2026-11-15T12:00:59Z')
const window = timelineWindow({ now, page: 0 })

test('S-02 the caret is at now and has the time', () => {
  expect(caretOf({ page: 0, window, now })).toEqual({ x: 92.867, time: '12:00' })
})

test('S-02 an older week has no caret', () => {
  expect(caretOf({ page: 1, window: timelineWindow({ now, page: 1 }), now })).toBeUndefined()
})

test('S-02 on a page left open over midnight the caret stays at the end', () => {
  expect(caretOf({ page: 0, window, now: new Date('2026-11-16T00:10:00Z') })?.x).toBe(100)
})
