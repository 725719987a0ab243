import { expect, test } from 'vitest'
import type { TeamDeed, TeamNote } from '../../contract/admin/team.ts'
import { pendingHandover, timelineOf } from './timeline.ts'

const at = (minute: number) => `2026-11-17T03:${String(minute).padStart(2, '0')}:00.000Z`
const note = (id: number, minute: number, handover: TeamNote['handover'] = null): TeamNote => ({
  id,
  kind: handover === null ? 'comment' : 'handover',
  at: at(minute),
  by: { uid: 1, name: 'Ada' },
  is_yours: false,
  text: 'Words',
  mentions: [],
  edited_at: null,
  removed_at: null,
  handover,
})
const deed = (action: string, minute: number): TeamDeed => ({
  action,
  at: at(minute),
  by: 'Ben',
  is_person: true,
  is_you: false,
  edition: null,
  changes: [],
})
const taken = { at: at(9), by: { uid: 2, name: 'Ben' }, is_you: false }
const handover = { next: 'Call', to: null, is_to_you: false, taken, is_pending: false }

test('comments, deeds and takeovers are one list, newest last', () => {
  const entries = timelineOf({
    notes: [note(1, 2), note(2, 5, handover)],
    deeds: [deed('create', 1), deed('publish', 3), deed('resolve', 12)],
  })
  expect(entries.map((entry) => (entry.kind === 'deed' ? entry.deed.action : entry.kind))).toEqual([
    'create',
    'note',
    'publish',
    'note',
    'taken',
    'resolve',
  ])
})

test('a taken handover waits for no one', () => {
  const waiting = note(3, 6, { ...handover, taken: null, is_pending: true })
  expect(pendingHandover([note(1, 2), note(2, 5, handover)])).toBeUndefined()
  expect(pendingHandover([note(2, 5, handover), waiting])).toBe(waiting)
})
