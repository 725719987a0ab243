import { describe, expect, test } from 'vitest'
import { emptyContent } from './empty-content.ts'
import { mergeContent } from './merge-content.ts'
import type { RecordContent } from './record-content.ts'

const base: RecordContent = {
  ...emptyContent({ kind: 'incident' }),
  title: 'Sign-in is slow',
  clouds: [1, 2],
}

describe('Z-07 two people who began with the same', () => {
  test('keep both what they changed in different fields, internal ones one by one', () => {
    const mine = {
      ...base,
      title: 'Sign-in fails',
      internal: { ...base.internal, internal_note: 'Call Ann' },
    }
    const theirs = {
      ...base,
      summary: 'Since ten.',
      internal: { ...base.internal, jira_link: 'https://jira.example/1' },
    }
    expect(mergeContent({ base, mine, theirs })).toEqual({
      merged: {
        ...base,
        title: 'Sign-in fails',
        summary: 'Since ten.',
        internal: { ...base.internal, internal_note: 'Call Ann', jira_link: 'https://jira.example/1' },
      },
      conflicts: [],
    })
  })

  test('choose where both changed the same field, and have their own until then', () => {
    const mine = { ...base, title: 'Sign-in fails', internal: { ...base.internal, internal_note: 'mine' } }
    const theirs = {
      ...base,
      title: 'Sign-in is down',
      internal: { ...base.internal, internal_note: 'theirs' },
    }
    expect(mergeContent({ base, mine, theirs })).toEqual({
      merged: mine,
      conflicts: ['title', 'internal.internal_note'],
    })
  })

  test('have nothing to choose where they changed it to the same, in whatever order', () => {
    const mine = { ...base, clouds: [3, 1] }
    const theirs = { ...base, clouds: [1, 3] }
    expect(mergeContent({ base, mine, theirs }).conflicts).toEqual([])
  })

  test('take what only the other one took away', () => {
    const theirs = { ...base, clouds: [] }
    expect(mergeContent({ base, mine: base, theirs }).merged).toEqual(theirs)
  })
})
