import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AdminPostMortem } from '../../contract/admin/post-mortems.ts'
import { emptyPostMortem, type PostMortemContent, tidyPostMortem } from '../../domain/post-mortem.ts'
import { SAVE_AFTER_MS } from '../editor/keep/draft-keeper.ts'
import { type PostMortemCalls, PostMortemKeeper } from './post-mortem-keeper.ts'

const WORDS = { ...emptyPostMortem(), what_happened: '<p>A</p>', why: '<p>B</p>' }

function about(version: number, content: PostMortemContent): AdminPostMortem {
  return {
    version,
    edition: 1,
    content,
    has_draft: true,
    published: null,
    is_hidden: false,
    was_told: false,
    due_on: null,
    is_waived: false,
    is_closed: true,
    saved_at: null,
    saved_by: { uid: 2, name: 'Ben' },
    history: [],
    can_edit: true,
  }
}

function made() {
  let newest = about(1, WORDS)
  const calls = {
    save: vi.fn(async ({ version, content }) => {
      if (version !== newest.version)
        return { kind: 'refused' as const, status: 409, message: 'Ben was first', errors: {} }
      const stored = tidyPostMortem(content, { now: new Date(), clean: (html) => html }).content
      newest = about(version + 1, stored)
      return {
        kind: 'done' as const,
        answer: { data: { version: version + 1, saved_at: '2026-11-17T10:00:00Z', content: stored } },
      }
    }),
    read: async () => ({ kind: 'done' as const, answer: { data: newest } }),
    hold: () => true,
    letGo: () => {},
    now: () => new Date(),
  } satisfies PostMortemCalls
  const keeper = new PostMortemKeeper(calls, newest)
  return {
    keeper,
    calls,
    newest: () => newest,
    change: (patch: Partial<PostMortemContent>) => {
      newest = about(newest.version + 1, { ...newest.content, ...patch })
    },
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('what is typed is saved a second later, once', async () => {
  const { keeper, calls, newest } = made()
  keeper.change({ why: '<p>C</p>' })
  keeper.change({ why: '<p>CD</p>' })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(calls.save).toHaveBeenCalledOnce()
  expect(newest().content.why).toBe('<p>CD</p>')
  expect(keeper.state().saving.kind).toBe('saved')
})

test('a part that only a colleague changed is taken in, and nothing of mine is lost', async () => {
  const { keeper, change, newest } = made()
  change({ impact: '<p>Theirs</p>' })
  keeper.change({ why: '<p>Mine</p>' })
  await vi.advanceTimersByTimeAsync(3 * SAVE_AFTER_MS)
  expect(newest().content).toMatchObject({ impact: '<p>Theirs</p>', why: '<p>Mine</p>' })
  expect(keeper.state().takenIn).toEqual({ by: 'Ben', fields: ['impact'] })
})

test('a part that both changed waits for a decision', async () => {
  const { keeper, change, newest } = made()
  change({ why: '<p>Theirs</p>' })
  keeper.change({ why: '<p>Mine</p>' })
  await vi.advanceTimersByTimeAsync(3 * SAVE_AFTER_MS)
  expect(keeper.state().saving.kind).toBe('conflict')
  expect(newest().content.why).toBe('<p>Theirs</p>')
  keeper.settle([])
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(newest().content.why).toBe('<p>Mine</p>')
})

test('an action keeps the day on which it was done, and an empty one stays on the page', async () => {
  const { keeper, calls, newest } = made()
  const done = { words: 'Renew', state: 'done' as const, due_on: null, done_on: null }
  vi.setSystemTime('2026-11-17T23:59:00Z')
  keeper.change({ actions: [{ ...done, words: '' }, done] })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(keeper.state().content.actions).toHaveLength(2)
  vi.setSystemTime('2026-11-18T10:00:00Z')
  keeper.change({
    actions: keeper.state().content.actions.map((each) => ({ ...each, words: `${each.words} early` })),
  })
  await vi.advanceTimersByTimeAsync(3 * SAVE_AFTER_MS)
  expect(newest().content.actions[1]).toMatchObject({ words: 'Renew early', done_on: '2026-11-17' })
  expect(calls.save).toHaveBeenCalledTimes(2)
})

test('a step lets go of the copy in this browser only if it is of this visit', () => {
  const { keeper, calls, newest } = made()
  const letGo = vi.spyOn(calls, 'letGo')
  keeper.adopt(newest())
  expect(letGo).not.toHaveBeenCalled()
  keeper.change({ why: '<p>C</p>' })
  keeper.change({ why: WORDS.why })
  letGo.mockClear()
  keeper.adopt(newest())
  expect(letGo).toHaveBeenCalledOnce()
})
