import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell } from './csv-cell.ts'

test.each(['=cmd()', '+1', '-1', '@sum', '\tx', '\rx'])('O-05 %j is text, not a formula', (text) => {
  expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
})

test('O-05 RFC 4180: every cell can be read back', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const written = csvCell(text)
      const isQuoted = written.startsWith('"')
      const read = isQuoted ? written.slice(1, -1).replaceAll('""', '"') : written
      expect(read.replace(/^'(?=[=+\-@\t\r])/, '')).toBe(text.replace(/^'(?=[=+\-@\t\r])/, ''))
      if (!isQuoted) expect(written).not.toMatch(/[",\r\n]/)
    }),
  )
})
