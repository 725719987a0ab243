import { expect, test } from 'vitest'
import { markReach } from './mark-reach.ts'

test('S-03 a mark that is alone is hit from all sides', () => {
  const mark = markAt(50)
  expect(markReach(mark, [mark])).toBe('up down left right')
})

test('S-03 a mark reaches to no side on which another one lies close by', () => {
  const [left, right] = [markAt(40), markAt(50)]
  expect(markReach(left, [left, right])).toBe('up down left')
  expect(markReach(right, [left, right])).toBe('up down right')
})

test('S-03 a mark reaches to a side on which the next one lies far away', () => {
  const [left, right] = [markAt(20), markAt(60)]
  expect(markReach(left, [left, right])).toBe('up down left right')
})

test('S-03 of marks below each other only the first reaches up, and only the last reaches down', () => {
  const marks = [markAt(50), markAt(50, 1), markAt(50, 2)] as const
  expect(marks.map((mark) => markReach(mark, marks))).toEqual([
    'up left right',
    'left right',
    'down left right',
  ])
})

test('S-10 a mark at the beginning of the week does not reach for the star before it', () => {
  const mark = markAt(1)
  expect(markReach(mark, [mark])).toBe('up down right')
})

test('S-03 a mark that begins earlier than its issue is kept apart from what lies before it', () => {
  const [earlier, open] = [markAt(80), { ...markAt(98), width: 0.1, anchor: 'end' as const }]
  expect(markReach(earlier, [earlier, open])).toBe('up down left')
})

function markAt(x: number, lane = 0) {
  return { x, width: 1, lane, anchor: 'start' as const }
}
