import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'
import { emptyContent } from './empty-content.ts'
import { type RecordContent, withUnsaidOf } from './record-content.ts'
import { tidyContent } from './tidy-content.ts'

const STANDING: RecordContent = {
  ...emptyContent({ kind: 'incident' }),
  title: 'Slow',
  how_found: 'By our own probes.',
  tags: ['DNS'],
  internal: { ...emptyContent({ kind: 'incident' }).internal, jira_link: 'https://jira.example/1' },
}

/** As the release before wrote it, without fields that were added since. */
function writtenBefore(content: RecordContent): RecordContent {
  const { how_found: _, tags: __, advisory: ___, ...rest } = content
  const { jira_link: ____, ...internal } = content.internal
  return { ...rest, internal } as RecordContent
}

test('a draft from before an upgrade leaves fields as they are that it does not know', () => {
  const typed = writtenBefore({ ...STANDING, title: 'Very slow', author: null })
  const content = withUnsaidOf(typed, STANDING)
  expect(content).toEqual({ ...STANDING, title: 'Very slow' })
  expect(changedFields(STANDING, content)).toEqual(['title'])
})

test('what an editor from before an upgrade sends is tidied, then completed by what was said before', () => {
  const typed = writtenBefore(STANDING)
  const { content: tidy } = tidyContent(typed)
  expect(tidy).toEqual({
    ...STANDING,
    how_found: null,
    tags: [],
    internal: emptyContent({ kind: 'incident' }).internal,
  })
  expect(withUnsaidOf(tidy, STANDING, typed)).toEqual(STANDING)
})

test('a field that is emptied is not a field that is left out', () => {
  const typed = { ...STANDING, how_found: null }
  expect(withUnsaidOf(typed, STANDING).how_found).toBe(null)
})

test('without a field it is the same as with nothing in it', () => {
  const empty = emptyContent({ kind: 'incident' })
  const { how_found: _, ...lacking } = empty
  expect(changedFields(lacking as RecordContent, empty)).toEqual([])
  expect(changedFields(empty, lacking as RecordContent)).toEqual([])
})
