import { expect, test } from 'vitest'
import { factsOf } from '../csaf/advisory-facts.ts'
import { changedFields, contentChanges } from './changed-fields.ts'
import { emptyContent } from './empty-content.ts'
import { CONTENT_FIELDS, type RecordContent } from './record-content.ts'

const empty = emptyContent({ kind: 'advisory' })

test('every content field has a name', () => {
  const { internal: _, advisory: __, ...fields } = empty
  const names = [
    ...Object.keys(fields),
    ...Object.keys(factsOf(null)).map((name) => `advisory.${name}`),
    ...Object.keys(empty.internal).map((name) => `internal.${name}`),
  ]
  expect([...CONTENT_FIELDS].sort()).toEqual(names.sort())
})

test("changed fields are listed, and the order of numbers doesn't matter", () => {
  const before = { ...empty, clouds: [1, 2], tags: ['a', 'b'] }
  const after = {
    ...empty,
    clouds: [2, 1],
    tags: ['b', 'a'],
    cvss_score: 9.8,
    internal: { ...empty.internal, slack_link: 'https://chat.example/1' },
  }
  expect(changedFields(before, after)).toEqual(['tags', 'cvss_score', 'internal.slack_link'])
  expect(changedFields(before, before)).toEqual([])
})

test('advisory facts are compared one by one, regardless of key order', () => {
  const { advisory: _, ...unsaid } = empty
  const said: RecordContent = {
    ...empty,
    advisory: {
      product_status: 'fixed',
      remediations: [{ category: 'workaround', details: 'Restart.', url: null }],
      references: [],
    },
  }
  const fromDatabase = {
    ...empty,
    advisory: {
      references: [],
      remediations: [{ url: null, details: 'Restart.', category: 'workaround' as const }],
      product_status: 'fixed' as const,
    },
  }
  expect(changedFields(unsaid, empty)).toEqual([])
  expect(changedFields(empty, unsaid)).toEqual([])
  expect(changedFields(said, fromDatabase)).toEqual([])
  expect(changedFields(empty, said)).toEqual(['advisory.product_status', 'advisory.remediations'])
})

test('Z-06 the audit log gets the changes, with long bodies cut', () => {
  const { before, after } = contentChanges(empty, { ...empty, title: 'Weak key', body: 'x'.repeat(90_000) })
  expect(before).toEqual({ title: '', body: '' })
  expect(Object.keys(after)).toEqual(['title', 'body'])
  expect(after.body).toMatch(/^x{4000}… \(90000 characters\)$/)
})
