import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'
import { emptyContent } from './empty-content.ts'
import { type RecordContent, withMissingOf } from './record-content.ts'
import { tidyContent } from './tidy-content.ts'

const CURRENT: RecordContent = {
  ...emptyContent({ kind: 'incident' }),
  title: 'Slow',
  how_found: 'By our own probes.',
  tags: ['DNS'],
  internal: { ...emptyContent({ kind: 'incident' }).internal, jira_link: 'https://jira.example/1' },
}

/** As written by the previous release, without newer fields. */
function writtenBefore(content: RecordContent): RecordContent {
  const { how_found: _, tags: __, advisory: ___, ...rest } = content
  const { jira_link: ____, ...internal } = content.internal
  return { ...rest, internal } as RecordContent
}

test('a draft from before an upgrade keeps fields that it does not know', () => {
  const typed = writtenBefore({ ...CURRENT, title: 'Very slow', author: null })
  const content = withMissingOf(typed, CURRENT)
  expect(content).toEqual({ ...CURRENT, title: 'Very slow' })
  expect(changedFields(CURRENT, content)).toEqual(['title'])
})

test('input from an old editor is normalized, then completed with the earlier values', () => {
  const typed = writtenBefore(CURRENT)
  const { content: tidy } = tidyContent(typed)
  expect(tidy).toEqual({
    ...CURRENT,
    how_found: null,
    tags: [],
    internal: emptyContent({ kind: 'incident' }).internal,
  })
  expect(withMissingOf(tidy, CURRENT, typed)).toEqual(CURRENT)
})

test('an emptied field is not a missing field', () => {
  const typed = { ...CURRENT, how_found: null }
  expect(withMissingOf(typed, CURRENT).how_found).toBe(null)
})

test('a missing field equals an empty one', () => {
  const empty = emptyContent({ kind: 'incident' })
  const { how_found: _, ...lacking } = empty
  expect(changedFields(lacking as RecordContent, empty)).toEqual([])
  expect(changedFields(empty, lacking as RecordContent)).toEqual([])
})
