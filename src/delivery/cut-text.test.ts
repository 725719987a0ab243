import { describe, expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

describe('U-10 text that is too long', () => {
  test('is cut between words', () => {
    expect(cutText('one two three four five', 20)).toBe('one two three four…')
  })

  test('is cut within a very long word', () => {
    expect(cutText('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`)
  })

  test('is never cut within a character', () => {
    expect(cutText('😀'.repeat(10), 6)).toBe('😀😀…')
  })

  test('stays as it is when it fits', () => {
    expect(cutText('one two', 7)).toBe('one two')
  })
})
