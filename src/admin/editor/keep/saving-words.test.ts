import { expect, test } from 'vitest'
import type { Saving } from './keeping.ts'
import { savingWords } from './saving-words.ts'

function words(saving: Saving, isHeld = true) {
  return savingWords({ saving, record: undefined, isHeld, theirs: undefined }, 'Europe/Berlin')
}

test('Z-02 a save is told with its time, by the clock of whoever types', () => {
  expect(words({ kind: 'saved', at: new Date('2026-11-15T11:03:20Z') })).toEqual({
    words: 'Saved 12:03',
    isTrouble: false,
  })
})

test('Z-02 what is not on the server is told with where it is', () => {
  expect(words({ kind: 'unreachable' }).words).toBe(
    'Not saved: the site can’t be reached. Saved in this browser.',
  )
  expect(words({ kind: 'unreachable' }, false).words).toContain('Don’t close this page')
  expect(words({ kind: 'conflict' }).words).toContain('changed by somebody else meanwhile')
})
