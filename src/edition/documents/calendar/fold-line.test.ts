import { expect, test } from 'vitest'
import { foldLine } from './fold-line.ts'

const unfolded = (text: string) => text.replaceAll('\r\n ', '')

test.each([
  ['SUMMARY:short'],
  ['x'.repeat(75)],
  ['x'.repeat(76)],
  ['x'.repeat(500)],
  [`x${'é'.repeat(200)}`],
  [`xx${'שלום 漢字 '.repeat(40)}`],
  [`SUMMARY:${'👩‍🚒𝄞'.repeat(60)}`],
])('lines have at most 75 octets and nothing is lost: %s', (line) => {
  const folded = foldLine(line)
  expect(unfolded(folded)).toBe(line)
  for (const part of folded.split('\r\n')) {
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75)
    expect(Buffer.from(part).toString()).toBe(part)
  }
})

test('a line that fits stays as it is', () => {
  expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75))
  expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`)
})
