import { describe, expect, test } from 'vitest'
import type { AdvisoryFacts, Remediation } from '../../domain/csaf/advisory-facts.ts'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import { type RecordContent, withFieldOf } from '../../domain/newsroom/record-content.ts'
import { mergeContent } from './merge-content.ts'

const base: RecordContent = {
  ...emptyContent({ kind: 'incident' }),
  title: 'Sign-in is slow',
  clouds: [1, 2],
}

describe('Z-07 two people who started from the same version', () => {
  test('keep both changes to different fields, including single internal ones', () => {
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

  test('choose if both changed the same field, and keep their own until then', () => {
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

  test('have no conflict if both made the same change, in any order', () => {
    const mine = { ...base, clouds: [3, 1] }
    const theirs = { ...base, clouds: [1, 3] }
    expect(mergeContent({ base, mine, theirs }).conflicts).toEqual([])
  })

  test('take a removal that only the other one made', () => {
    const theirs = { ...base, clouds: [] }
    expect(mergeContent({ base, mine: base, theirs }).merged).toEqual(theirs)
  })
})

describe('Z-07 two people who edit the facts of one advisory', () => {
  const workaround: Remediation = { category: 'workaround', details: 'Turn it off.', url: null }
  const fix: Remediation = {
    category: 'vendor_fix',
    details: 'Install 4.2.',
    url: 'https://northwall.example/4.2',
  }
  const report = { summary: 'The report', url: 'https://northwall.example/report' }
  const facts: AdvisoryFacts = {
    product_status: 'known_affected',
    remediations: [workaround],
    references: [],
  }
  const advisory: RecordContent = { ...emptyContent({ kind: 'advisory' }), advisory: facts }
  const having = (change: Partial<AdvisoryFacts>): RecordContent => ({
    ...advisory,
    advisory: { ...facts, ...change },
  })

  test('keep the remediations of one and the references of the other', () => {
    const mine = having({ remediations: [workaround, fix] })
    const theirs = having({ references: [report] })
    const both = {
      merged: having({ remediations: [workaround, fix], references: [report] }),
      conflicts: [],
    }
    expect(mergeContent({ base: advisory, mine, theirs })).toEqual(both)
    expect(mergeContent({ base: advisory, mine: theirs, theirs: mine })).toEqual(both)
  })

  test('choose only for the remediations if both changed those', () => {
    const mine = having({ remediations: [fix] })
    const theirs = having({ remediations: [], references: [report], product_status: 'fixed' })
    const { merged, conflicts } = mergeContent({ base: advisory, mine, theirs })
    expect(conflicts).toEqual(['advisory.remediations'])
    expect(merged).toEqual(having({ remediations: [fix], references: [report], product_status: 'fixed' }))
    const settled = conflicts.reduce((made, field) => withFieldOf(made, field, theirs), merged)
    expect(settled).toEqual(theirs)
  })

  test('end up without facts if one accepts that the other removed them all', () => {
    const mine = having({ remediations: [fix] })
    const theirs = { ...advisory, advisory: null }
    const { merged, conflicts } = mergeContent({ base: advisory, mine, theirs })
    expect(conflicts).toEqual(['advisory.remediations'])
    expect(conflicts.reduce((made, field) => withFieldOf(made, field, theirs), merged)).toEqual(theirs)
  })
})
