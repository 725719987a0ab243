import { expect, test } from 'vitest'
import { username } from './user-name.ts'

test.each([
  ['kim', 'kim'],
  [' Kim.Doe ', 'kim.doe'],
  ['ＫＩＭ９', 'kim9'],
  ['k'.repeat(64), 'k'.repeat(64)],
])('%j is stored as %j', (typed, kept) => {
  expect(username(typed)).toBe(kept)
})

test.each(['', 'ki', '.kim', 'kim@customer.example', 'kim doe', 'kim\u0000', 'kim\r\nBcc', 'k'.repeat(65)])(
  '%j is not a valid username',
  (typed) => {
    expect(username(typed)).toBeUndefined()
  },
)
