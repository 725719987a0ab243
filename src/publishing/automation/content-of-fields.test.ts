import { expect, test } from 'vitest'
import { htmlOfText } from './content-of-fields.ts'

test('Z-08 blank lines separate paragraphs, and single line breaks stay', () => {
  expect(htmlOfText('One.\nStill one.\r\n\r\nTwo.\n \n\nThree.')).toBe(
    '<p>One.<br />Still one.</p><p>Two.</p><p>Three.</p>',
  )
})

test('Z-08 plain text never contains markup', () => {
  expect(htmlOfText('a < b & "c" <script>alert(1)</script>')).toBe(
    '<p>a &lt; b &amp; &quot;c&quot; &lt;script&gt;alert(1)&lt;/script&gt;</p>',
  )
})

test('Z-08 blank text is empty', () => {
  expect(htmlOfText(' \n\n ')).toBe('')
})
