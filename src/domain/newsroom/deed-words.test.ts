import { expect, test } from 'vitest'
import type { RecordKind } from '../record.ts'
import { deedDone, deedWords, FIRST_PUBLICATION, secondsAgoWords } from './deed-words.ts'

const now = new Date('2026-11-15T03:01:00Z')
const at = new Date('2026-11-15T03:00:40Z')

test.each([
  [{ action: 'resolve', by: 'Ben Lindqvist', isPerson: true }, 'Ben Lindqvist resolved this 20 seconds ago'],
  [{ action: 'post-update', by: 'Ben', isPerson: true }, 'Ben posted an update 20 seconds ago'],
  [
    { action: FIRST_PUBLICATION, by: 'system', isPerson: false },
    'This was published as scheduled 20 seconds ago',
  ],
  [{ action: 'start', by: 'system', isPerson: false }, 'The scheduler started this 20 seconds ago'],
  [
    { action: 'publish', by: 'deploys', isPerson: false },
    '“deploys” published changes to this 20 seconds ago',
  ],
  [{ action: 'unpublish', by: 'Ben', isPerson: true }, 'Ben withdrew this 20 seconds ago'],
  [
    { action: 'add-places', by: 'deploys', isPerson: false },
    '“deploys” added affected places to this 20 seconds ago',
  ],
  [
    { action: 'delete-changes', by: 'Ben', isPerson: true },
    'Ben deleted discarded changes of this for good 20 seconds ago',
  ],
  [{ action: 'unheard-of', by: 'deploys', isPerson: false }, '“deploys” changed this 20 seconds ago'],
])('%j', (deed, words) => {
  expect(deedWords({ ...deed, at }, { kind: 'incident', now })).toBe(words)
})

test('elsewhere the record is named, and closing has the word of its kind', () => {
  const ben = { by: 'Ben', isPerson: true }
  const done = (action: string, kind: RecordKind, of?: string) => deedDone({ ...ben, action }, { kind, of })
  expect(done('resolve', 'maintenance', '“Routers”')).toBe('Ben completed “Routers”')
  expect(done('resolve', 'advisory', '“$&”')).toBe('Ben marked “$&” as remediated')
  expect(done('post-update', 'incident', '“Mail”')).toBe('Ben posted an update to “Mail”')
  expect(done(FIRST_PUBLICATION, 'incident')).toBe('Ben published this')
  expect(deedDone({ ...ben, action: 'resolve', isYou: true }, { kind: 'incident' })).toBe(
    'You resolved this in another tab',
  )
})

test('a second is the least age that is counted', () => {
  expect(secondsAgoWords(now, now)).toBe('just now')
  expect(secondsAgoWords(new Date(now.getTime() - 1000), now)).toBe('1 second ago')
})
