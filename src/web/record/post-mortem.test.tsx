import { expect, test } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import type { PostRecord } from '../../contract/records.ts'
import { emptyPostMortem } from '../../domain/post-mortem.ts'
import { PostMortem } from './post-mortem.tsx'

const WORDS = {
  ...emptyPostMortem(),
  what_happened: '<p>A certificate expired.</p>',
  published_on: '2026-11-15T10:00:00.000Z',
  updated_on: null,
}

test('a post-mortem that is one text has no headings of parts', () => {
  expect(shown({ ...WORDS, why: '<p>Nobody renewed it.</p>' })).toContain('What happened')
  const html = shown(WORDS)
  expect(html).toContain('A certificate expired.')
  expect(html).not.toContain('What happened')
})

test('a post-mortem says when it was changed, and that its incident was reopened', () => {
  expect(shown(WORDS)).not.toMatch(/Updated on|reopened/)
  expect(shown({ ...WORDS, updated_on: '2026-11-16T10:00:00.000Z' })).toContain('Updated on')
  expect(shown(WORDS, null)).toContain('This incident was reopened after this post-mortem was published')
})

function shown(
  post_mortem: PostRecord['post_mortem'],
  closed_on: string | null = '2026-11-15T09:00:00.000Z',
) {
  return markupInRouter(<PostMortem record={{ post_mortem, closed_on } as PostRecord} />)
}
