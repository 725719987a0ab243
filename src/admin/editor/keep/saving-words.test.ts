import { expect, test } from 'vitest'
import type { Saving } from './draft-state.ts'
import { savingAnnounced, savingWords } from './saving-words.ts'

function words(saving: Saving, isHeld = true) {
  return savingWords({ saving, record: undefined, isHeld, theirs: undefined }, 'Europe/Berlin')
}

test("Z-02 the save time is shown in the user's time zone", () => {
  expect(words({ kind: 'saved', at: new Date('2026-11-15T11:03:20Z') })).toEqual({
    words: 'Saved 12:03',
    isTrouble: false,
    isSaved: true,
  })
})

test('Z-02 unsaved text is reported together with where it is stored', () => {
  expect(words({ kind: 'unreachable' }).words).toBe(
    'Not saved: the site can’t be reached. Saved in this browser.',
  )
  expect(words({ kind: 'unreachable' }, false).words).toContain('Don’t close this page')
  expect(words({ kind: 'conflict' }).words).toContain('changed by someone else meanwhile')
})

test('Z-02 screen readers announce trouble and once its end, but not every save', () => {
  const saved = words({ kind: 'saved', at: new Date('2026-11-15T11:03:20Z') })
  const steps = [
    words({ kind: 'typing' }),
    words({ kind: 'saving' }),
    saved,
    words({ kind: 'unreachable' }),
    words({ kind: 'saving' }),
    saved,
    words({ kind: 'typing' }),
    saved,
  ]
  let announced = ''
  const all = steps.map((step) => {
    announced = savingAnnounced(announced, step)
    return announced
  })
  const trouble = words({ kind: 'unreachable' }).words
  expect(all).toEqual(['', '', '', trouble, trouble, 'Saved.', 'Saved.', 'Saved.'])
})
