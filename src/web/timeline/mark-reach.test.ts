import { expect, test } from 'vitest'
import { markReach } from './mark-reach.ts'

test('S-03 a single mark extends to all sides', () => {
  const mark = markAt(50)
  expect(markReach(mark, [mark])).toBe('up down left right')
})

test('S-03 a mark does not extend toward a close neighbor', () => {
  const [left, right] = [markAt(40), markAt(50)]
  expect(markReach(left, [left, right])).toBe('up down left')
  expect(markReach(right, [left, right])).toBe('up down right')
})

test('S-03 a mark extends toward a distant neighbor', () => {
  const [left, right] = [markAt(20), markAt(60)]
  expect(markReach(left, [left, right])).toBe('up down left right')
})

test('S-03 of stacked marks only the first extends up, and only the last extends down', () => {
  const marks = [markAt(50), markAt(50, 1), markAt(50, 2)] as const
  expect(marks.map((mark) => markReach(mark, marks))).toEqual([
    'up left right',
    'left right',
    'down left right',
  ])
})

test('S-10 a mark at the start of the week does not extend toward the star before it', () => {
  const mark = markAt(1)
  expect(markReach(mark, [mark])).toBe('up down right')
})

test('S-03 a mark that starts before its issue keeps clear of the previous one', () => {
  const [earlier, open] = [markAt(80), { ...markAt(98), width: 0.1, anchor: 'end' as const }]
  expect(markReach(earlier, [earlier, open])).toBe('up down left')
})

function markAt(x: number, lane = 0) {
  return { x, width: 1, lane, anchor: 'start' as const }
}
