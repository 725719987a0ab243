import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test('tags are removed, words and characters stay', () => {
  expect(plainText('<p>Terms &amp; <em>conditions</em>,\n &#8220;old&#x201D;</p>')).toBe(
    'Terms & conditions, “old”',
  )
})

test('words of neighboring blocks stay apart', () => {
  expect(plainText('<p>It is fixed.</p><p>Thank you.<br>The team</p><ul><li>a</li><li>b</li></ul>')).toBe(
    'It is fixed. Thank you. The team a b',
  )
})

test('unknown entities stay as written', () => {
  expect(plainText('&mdash; &#9999999;')).toBe('&mdash; &#9999999;')
})
