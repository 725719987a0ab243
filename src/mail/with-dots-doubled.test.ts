import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withDotsDoubled } from './with-dots-doubled.ts'

function doubled(text: string) {
  return withDotsDoubled(Buffer.from(text)).toString()
}

test.each([
  ['', ''],
  ['a.b\r\nc.d\r\n', 'a.b\r\nc.d\r\n'],
  ['.a\r\n', '..a\r\n'],
  ['a\r\n.\r\nb\r\n', 'a\r\n..\r\nb\r\n'],
  ['a\r\n..\r\n.b\r\n', 'a\r\n...\r\n..b\r\n'],
])('%j is sent as %j', (text, expected) => {
  expect(doubled(text)).toBe(expected)
})

test('no line ends a mail early, and removing the dots restores it', () => {
  const line = fc.string({ unit: fc.constantFrom('.', 'a', ' '), maxLength: 4 })
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.map((each) => `${each}\r\n`).join('')
      const sent = doubled(text)
      expect(sent.split('\r\n').slice(0, -1)).not.toContain('.')
      expect(sent.replace(/^\.\./gm, '.')).toBe(text)
    }),
  )
})
