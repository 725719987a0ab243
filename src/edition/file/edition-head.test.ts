import { expect, test } from 'vitest'
import { type EditionHead, isOvertaken, judgeHead } from './edition-head.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const HELD: EditionHead = {
  format: 'candor-edition-head',
  version: 1,
  number: 7,
  history: '0b7e3c4e-6f0a-4e0c-9a53-8c1f6c7a2d11',
  file: 'edition-000000000007-aaaaaaaa.candor',
  sha256: 'a'.repeat(64),
  published_at: '2026-11-15T11:00:00.000Z',
  verified_at: '2026-11-15T11:59:00.000Z',
  key: '0123456789abcdef',
}
const LATER = '2026-11-15T11:59:20.000Z'
const EARLIER = '2026-11-15T11:58:40.000Z'
const NEXT = { number: 8, file: 'edition-000000000008-bbbbbbbb.candor', sha256: 'b'.repeat(64) }
const OTHER_HISTORY = { history: '5a0f6d1c-2b7e-4a44-8f8b-1d5e9f3c7b22' }

test.each<[string, Partial<EditionHead>, string]>([
  ['the same head', {}, 'same'],
  ['the same file, confirmed later', { verified_at: LATER }, 'confirmed'],
  ['a newer edition', { ...NEXT, verified_at: LATER }, 'newer'],
  ['the same edition with different content', { sha256: NEXT.sha256, verified_at: LATER }, 'newer'],
  ['an older edition of a restored database', { ...OTHER_HISTORY, number: 3, verified_at: LATER }, 'newer'],
  ['an older head of the same file', { verified_at: EARLIER }, 'refused'],
  ['a newer edition from a slow clock', { ...NEXT, verified_at: EARLIER }, 'newer'],
  ['another file of the same edition and time', { file: NEXT.file, sha256: NEXT.sha256 }, 'refused'],
  [
    'an older edition that claims to be confirmed later',
    { ...NEXT, number: 6, verified_at: LATER },
    'refused',
  ],
  ['the head of an outdated history', { ...OTHER_HISTORY, number: 99, verified_at: EARLIER }, 'refused'],
  ['a head from the future', { ...NEXT, verified_at: '2026-11-15T12:05:01.000Z' }, 'refused'],
  ['a head from a slightly fast clock', { ...NEXT, verified_at: '2026-11-15T12:05:00.000Z' }, 'newer'],
])('a site with an edition finds %s', (_, difference, verdict) => {
  expect(judgeHead({ ...HELD, ...difference }, HELD, NOW).kind).toBe(verdict)
})

test.each<[string, Partial<EditionHead>, boolean]>([
  ['a newer edition', { ...NEXT, verified_at: LATER }, true],
  ['a newer edition from a slow clock', { ...NEXT, verified_at: EARLIER }, true],
  ['an older edition that was confirmed later', { number: 6, verified_at: LATER }, false],
  ['the same edition, confirmed later', { verified_at: LATER }, true],
  ['the same head', {}, false],
  ['an older edition of a restored database', { ...OTHER_HISTORY, number: 3, verified_at: LATER }, true],
  ['the head of an outdated history', { ...OTHER_HISTORY, number: 99, verified_at: EARLIER }, false],
])('a head that another process has stored: %s', (_, difference, isNewer) => {
  expect(isOvertaken(HELD, { ...HELD, ...difference })).toBe(isNewer)
})

test('a site without an edition accepts any but one from the future', () => {
  expect(judgeHead({ ...HELD, verified_at: '2020-01-01T00:00:00.000Z' }, undefined, NOW).kind).toBe('newer')
  expect(judgeHead({ ...HELD, verified_at: '2030-01-01T00:00:00.000Z' }, undefined, NOW)).toEqual({
    kind: 'refused',
    line: 'it was written at 2030-01-01T00:00:00.000Z, which is in the future: check the clocks',
  })
})
