import { expect, test } from 'vitest'
import { actWords, deedWords, FIRST_PUBLICATION } from './deed-words.ts'

const now = new Date('2026-11-15T03:01:00Z')
const at = new Date('2026-11-15T03:00:40Z')

test.each([
  [{ action: 'resolve', by: 'Ben Lindqvist', isPerson: true }, 'Ben Lindqvist resolved this 20 seconds ago'],
  [{ action: 'post-update', by: 'Ben', isPerson: true }, 'Ben posted an update 20 seconds ago'],
  [{ action: 'start', by: 'system', isPerson: false }, 'The timetable started this 20 seconds ago'],
  [
    { action: 'publish', by: 'deploys', isPerson: false },
    '“deploys” published changes to this 20 seconds ago',
  ],
  [{ action: 'unpublish', by: 'Ben', isPerson: true }, 'Ben withdrew this 20 seconds ago'],
  [{ action: 'add-places', by: 'deploys', isPerson: false }, '“deploys” changed this 20 seconds ago'],
])('%j', (deed, words) => {
  expect(deedWords({ ...deed, at }, { kind: 'incident', now })).toBe(words)
})

test('elsewhere the record is named, and closing has the word of its kind', () => {
  expect(actWords('resolve', 'maintenance', '“Routers”')).toBe('completed “Routers”')
  expect(actWords('resolve', 'advisory', '“$&”')).toBe('marked “$&” as remediated')
  expect(actWords('post-update', 'incident', '“Mail”')).toBe('posted an update to “Mail”')
  expect(actWords(FIRST_PUBLICATION, 'incident')).toBe('published this')
})
