import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecordWatched } from '../../../contract/admin/presence.ts'
import { newsFor, RecordWatch, type WatchingPage, withNewDeeds } from './record-watch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const ANSWER: RecordWatched = {
  now: '2026-11-15T03:00:00.000Z',
  kind: 'incident',
  version: 4,
  edition: 9,
  state: 'published',
  people: [{ name: 'Ben', is_you: false, is_posting: false, is_post_mortem: false }],
  deeds: [],
  team: '1.',
  post_mortem: 0,
}

class Page implements WatchingPage {
  asked: Parameters<WatchingPage['ask']>[0][] = []
  left: string[] = []
  hidden = false
  status = 200
  takesMs = 0
  answer = ANSWER
  turn: { shown: () => void; closing: () => void } | undefined
  tabs = 0

  ask: WatchingPage['ask'] = async (input) => {
    this.asked.push(input)
    if (this.takesMs > 0) await new Promise((resolve) => setTimeout(resolve, this.takesMs))
    return this.status === 200
      ? { kind: 'done', answer: { data: this.answer } }
      : { kind: 'refused', status: this.status, message: 'Ben discarded this.', errors: {} }
  }
  leave = (tab: string) => void this.left.push(tab)
  isHidden = () => this.hidden
  onTurn: WatchingPage['onTurn'] = (turn) => {
    this.turn = turn
    return () => {
      this.turn = undefined
    }
  }
  newTab = () => `tab ${++this.tabs}`
}

const EDITOR = { version: 4, edition: 9, isPosting: false }

test('asks at once and every five seconds, for all parts of the page together', async () => {
  const page = new Page()
  const watch = new RecordWatch(page)
  const leaveEditor = watch.join({ ...EDITOR })
  await vi.advanceTimersByTimeAsync(0)
  expect(page.asked).toEqual([{ tab: 'tab 1', version: 4, edition: 9, is_posting: false }])
  expect(watch.state()).toEqual({ kind: 'watched', data: ANSWER })
  const leaveDialog = watch.join({ edition: 7, isPosting: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(page.asked.at(-1)).toEqual({ tab: 'tab 1', version: 4, edition: 7, is_posting: true })
  leaveDialog()
  await vi.advanceTimersByTimeAsync(0)
  expect(page.asked.at(-1)?.is_posting).toBe(false)
  const before = page.asked.length
  await vi.advanceTimersByTimeAsync(15_000)
  expect(page.asked.length - before).toBe(3)

  leaveEditor()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(page.asked.length - before).toBe(3)
  expect(page.left).toEqual(['tab 1'])
  watch.join({ ...EDITOR })
  await vi.advanceTimersByTimeAsync(0)
  expect(page.asked.at(-1)?.tab).toBe('tab 2')
})

test('asks a slow server less often, but never stops for minutes', async () => {
  const page = new Page()
  page.takesMs = 1_000
  new RecordWatch(page).join({ ...EDITOR })
  await vi.advanceTimersByTimeAsync(10_900)
  expect(page.asked).toHaveLength(1)
  page.takesMs = 20_000
  await vi.advanceTimersByTimeAsync(200)
  expect(page.asked).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(20_000 + 30_000)
  expect(page.asked).toHaveLength(3)
})

test('stops while the page is hidden, goes on when it is shown, and says goodbye when it closes', async () => {
  const page = new Page()
  const watch = new RecordWatch(page)
  watch.join({ ...EDITOR })
  await vi.advanceTimersByTimeAsync(0)
  page.hidden = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(page.asked).toHaveLength(1)
  page.hidden = false
  page.turn?.shown()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(page.asked).toHaveLength(3)
  page.turn?.closing()
  expect(page.left).toEqual(['tab 1'])
})

test('a page that closes while it asks says goodbye again, as its request may have come later', async () => {
  const page = new Page()
  const watch = new RecordWatch(page)
  const leave = watch.join({ ...EDITOR })
  leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(page.left).toEqual(['tab 1', 'tab 1'])
})

test('without the database it asks less and less often, keeps what it knows, and names no one', async () => {
  const page = new Page()
  const watch = new RecordWatch(page)
  watch.join({ ...EDITOR })
  await vi.advanceTimersByTimeAsync(0)
  page.status = 503
  await vi.advanceTimersByTimeAsync(5_000)
  expect(watch.state()).toEqual({ kind: 'watched', data: { ...ANSWER, people: [] } })
  await vi.advanceTimersByTimeAsync(300_000)
  expect(page.asked.length).toBeLessThan(12)
  page.status = 200
  await vi.advanceTimersByTimeAsync(60_000)
  expect(watch.state()).toEqual({ kind: 'watched', data: ANSWER })
})

test.each([401, 403])('status %d ends it', async (status) => {
  const page = new Page()
  page.status = status
  new RecordWatch(page).join({ ...EDITOR })
  await vi.advanceTimersByTimeAsync(300_000)
  expect(page.asked).toHaveLength(1)
})

test('a discarded record is gone', async () => {
  const page = new Page()
  page.status = 404
  const watch = new RecordWatch(page)
  watch.join({ ...EDITOR })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(watch.state()).toEqual({ kind: 'gone', message: 'Ben discarded this.' })
  expect(page.asked).toHaveLength(1)
})

test('each part of the page gets the news that it does not show yet', () => {
  const deed = (edition: number | null) => ({
    action: 'post-update',
    at: ANSWER.now,
    by: 'Ben',
    is_person: true,
    is_you: false,
    edition,
  })
  const watched = {
    kind: 'watched' as const,
    data: { ...ANSWER, version: 6, edition: 11, deeds: [deed(10), deed(11)] },
  }
  expect(newsFor(watched, { edition: 9 })).toHaveLength(2)
  expect(newsFor(watched, { edition: 10 })).toEqual([deed(11)])
  expect(newsFor(watched, { edition: 11 })).toBeUndefined()
  expect(newsFor(watched, { version: 5, edition: 11 })).toEqual([])
  expect(newsFor(watched, { version: 6, edition: 11 })).toBeUndefined()
  expect(newsFor(undefined, { edition: 1 })).toBeUndefined()
})

test('deeds of several answers are one list, oldest first, each once', () => {
  const deed = (edition: number) => ({
    action: 'publish',
    at: `2026-11-15T03:0${edition}:00.000Z`,
    by: 'Ben',
    is_person: true,
    is_you: false,
    edition,
  })
  const before = [deed(1)]
  expect(withNewDeeds(before, [deed(1), deed(2)])).toEqual([deed(1), deed(2)])
  expect(withNewDeeds(before, [deed(1)])).toBe(before)
})
