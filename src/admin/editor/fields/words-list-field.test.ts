import { expect, test } from 'vitest'
import { SPACES_TOO, wordsIn } from './words-list-field.tsx'

test('CVE ids are separated by spaces, commas and lines, as they are pasted', () => {
  expect(wordsIn('CVE-2026-1111 CVE-2026-2222,\nCVE-2026-3333;\tCVE-2026-4444 ', SPACES_TOO)).toEqual([
    'CVE-2026-1111',
    'CVE-2026-2222',
    'CVE-2026-3333',
    'CVE-2026-4444',
  ])
})
