import { expect, test } from 'vitest'
import { textWidth } from './text-width.ts'

test('a line is as wide as its letters in Verdana', () => {
  expect(textWidth('il', { fontPx: 1_000 })).toBeCloseTo(548)
  expect(textWidth('W', { fontPx: 10 })).toBeCloseTo(9.89)
  expect(textWidth('', { fontPx: 11 })).toBe(0)
})

test('bold and letter spacing make a line wider', () => {
  expect(textWidth('ab', { fontPx: 10, isBold: true })).toBeGreaterThan(textWidth('ab', { fontPx: 10 }))
  expect(textWidth('ab', { fontPx: 10, letterSpacingPx: 1 })).toBeCloseTo(textWidth('ab', { fontPx: 10 }) + 2)
})

test('combining marks and invisible characters have no width', () => {
  expect(textWidth('e\u0301', { fontPx: 11 })).toBe(textWidth('e', { fontPx: 11 }))
  expect(textWidth('a\u200db', { fontPx: 11 })).toBe(textWidth('ab', { fontPx: 11 }))
})

test('ideographs are wider than letters', () => {
  expect(textWidth('态', { fontPx: 10 })).toBeGreaterThan(textWidth('ש', { fontPx: 10 }))
})
