import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AdminRecord, RecordContent } from '../../../contract/admin/record-content.ts'
import { emptyContent } from '../../../domain/newsroom/empty-content.ts'
import { DraftKeeper, SAVE_AFTER_MS } from './draft-keeper.ts'
import { type DraftCalls, isUnpublishedChange } from './draft-state.ts'
import type { LocalCopy } from './local-copy.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T03:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const EMPTY = emptyContent({ kind: 'incident' })

class Desk implements DraftCalls {
  version = 1
  content: RecordContent = { ...EMPTY, title: 'Slow' }
  savedBy = 'Ben'
  state: AdminRecord['state'] = 'draft'
  begun: string[] = []
  saves: RecordContent[] = []
  held = new Map<number | undefined, LocalCopy>()
  hasRoom = true
  /** Results of the next calls. `lost`: the request arrives, the response doesn't. */
  troubles: (number | 'lost')[] = []

  record(): AdminRecord {
    const at = new Date().toISOString()
    return {
      id: 7,
      version: this.version,
      edition: null,
      state: this.state,
      alias: 'slow',
      path: null,
      content: this.content,
      draft: { content: this.content, saved_at: at, saved_by: { uid: 2, name: this.savedBy } },
      updates: [],
      scheduled: null,
      changes: [],
      publish_at: null,
      publish_notifies: true,
      created_at: at,
      posted_on: null,
      updated_on: at,
      series_id: null,
      withdrawn: null,
      can_edit: true,
      approval: { needs: { publish: false, updates: false }, request: null, without: [] },
    }
  }
  otherSaves(patch: Partial<RecordContent>) {
    this.content = { ...this.content, ...patch }
    this.version += 1
  }
  begin = async (content: RecordContent, key: string) => {
    const trouble = this.troubles.shift()
    if (typeof trouble === 'number') return refused(trouble)
    if (!this.begun.includes(key)) this.begun.push(key)
    this.content = content
    return trouble === 'lost' ? refused(0) : done({ data: this.record() })
  }
  save = async (_id: number, { version, content }: { version: number; content: RecordContent }) => {
    const trouble = this.troubles.shift()
    if (typeof trouble === 'number') return refused(trouble)
    if (version !== this.version) return refused(409)
    this.saves.push(content)
    this.content = content
    this.version += 1
    return trouble === 'lost'
      ? refused(0)
      : done({ data: { version: this.version, saved_at: new Date().toISOString() } })
  }
  read = async () => done({ data: this.record() })
  hold = (copy: LocalCopy) => {
    if (this.hasRoom) this.held.set(copy.id, copy)
    return this.hasRoom
  }
  letGo = (id: number | undefined) => {
    this.held.delete(id)
  }
  now = () => new Date()
  newKey = () => 'key-of-test'
}

function done<T>(answer: T) {
  return { kind: 'done' as const, answer }
}

function refused(status: number) {
  return { kind: 'refused' as const, status, message: `Refused with ${status}.`, errors: {} }
}

function opened() {
  const desk = new Desk()
  return { desk, keeper: new DraftKeeper(desk, { record: desk.record() }) }
}

test('Z-02 a published record is changed while it differs from what readers see, and not after undoing by hand', async () => {
  const desk = new Desk()
  desk.state = 'published'
  const keeper = new DraftKeeper(desk, { record: { ...desk.record(), draft: null } })
  const seen: boolean[] = []
  for (const title of ['Slower', 'Slow']) {
    keeper.change({ title })
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
    seen.push(isUnpublishedChange(keeper.state()))
  }
  expect(desk.saves).toHaveLength(2)
  expect(seen).toEqual([true, false])
})

test('Z-02 typed text is in this browser immediately, and on the server a second after the last key', async () => {
  const { desk, keeper } = opened()
  keeper.change({ title: 'Slow i' })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1)
  keeper.change({ title: 'Slow in Europe' })
  expect(desk.held.get(7)?.content.title).toBe('Slow in Europe')
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1)
  expect(desk.saves).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(desk.saves.map(({ title }) => title)).toEqual(['Slow in Europe'])
  expect(keeper.state().saving.kind).toBe('saved')
  expect(desk.held.size).toBe(0)
})

test('Z-02 the first words create a record, only once, and later saves use its id', async () => {
  const desk = new Desk()
  const keeper = new DraftKeeper(desk, { content: EMPTY })
  keeper.change({ severity_tid: 19 })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(desk.begun).toEqual([])
  desk.troubles = ['lost']
  keeper.change({ title: 'Down' })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(keeper.state().saving.kind).toBe('unreachable')
  expect(desk.held.get(undefined)?.content.title).toBe('Down')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(desk.begun).toEqual(['key-of-test'])
  expect(keeper.state().record?.id).toBe(7)
  expect(desk.held.size).toBe(0)
})

test('Z-07 fields that only the other user changed are merged without asking', async () => {
  const { desk, keeper } = opened()
  desk.otherSaves({ summary: 'By Ben' })
  keeper.change({ title: 'Slow in Europe' })
  await vi.advanceTimersByTimeAsync(2 * SAVE_AFTER_MS)
  expect(keeper.state().takenIn).toEqual({ by: 'Ben', fields: ['summary'], state: undefined })
  expect(desk.content).toMatchObject({ title: 'Slow in Europe', summary: 'By Ben' })
  expect(keeper.state().saving.kind).toBe('saved')
})

test('Z-07 a field that both changed waits for a choice, and nothing is overwritten', async () => {
  const { desk, keeper } = opened()
  desk.otherSaves({ title: 'Slow in Asia', summary: 'By Ben' })
  keeper.change({ title: 'Slow in Europe' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(keeper.state().saving.kind).toBe('conflict')
  expect(desk.content.title).toBe('Slow in Asia')
  expect(desk.held.get(7)?.content.title).toBe('Slow in Europe')
  keeper.change({ title: 'Slow in all of Europe' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(desk.content.title).toBe('Slow in Asia')
  keeper.settle([])
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(desk.content).toMatchObject({ title: 'Slow in all of Europe', summary: 'By Ben' })
  expect(desk.held.size).toBe(0)
})

test('Z-07 choosing the other version takes it', async () => {
  const { desk, keeper } = opened()
  desk.otherSaves({ title: 'Slow in Asia' })
  keeper.change({ title: 'Slow in Europe', summary: 'Mine' })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  keeper.settle(['title'])
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(desk.content).toMatchObject({ title: 'Slow in Asia', summary: 'Mine' })
})

test('Z-07 a save whose response was lost does not conflict with itself', async () => {
  const { desk, keeper } = opened()
  desk.troubles = ['lost']
  keeper.change({ title: 'Slow in' })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(keeper.state().saving.kind).toBe('unreachable')
  keeper.change({ title: 'Slow in Europe' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(keeper.state().saving.kind).toBe('saved')
  expect(desk.content.title).toBe('Slow in Europe')
})

test('Z-07 after several lost responses, the author is not asked to choose between two of her own versions', async () => {
  const { desk, keeper } = opened()
  keeper.change({ title: 'Slow in Europe' })
  desk.troubles = ['lost', 503]
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  keeper.change({ title: 'Slow in Europe and Asia' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([keeper.state().theirs, desk.content.title]).toEqual([undefined, 'Slow in Europe and Asia'])
})

test('Z-07 a step made while a choice is open leaves it open, and overwrites nothing', async () => {
  const { desk, keeper } = opened()
  desk.otherSaves({ title: 'Slow in Asia' })
  keeper.change({ title: 'Slow in Europe' })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  desk.version += 1
  keeper.adopt(desk.record())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(keeper.state()).toMatchObject({ theirs: { id: 7 }, saving: { kind: 'conflict' } })
  expect(desk.content.title).toBe('Slow in Asia')
})

test('Z-02 words of an earlier visit stay in this browser until their author decides', async () => {
  const { desk, keeper } = opened()
  const earlier = {
    id: 7,
    version: 1,
    base: desk.content,
    content: { ...desk.content, title: 'Mine' },
    at: '',
  }
  desk.held.set(7, earlier)
  desk.otherSaves({ summary: 'By Ben' })
  await keeper.lookAgain()
  expect([keeper.state().content.summary, desk.held.get(7)]).toEqual(['By Ben', earlier])
})

test('Z-02 an unreachable site is retried with growing delays, and the text stays in this browser', async () => {
  const { desk, keeper } = opened()
  desk.troubles = [0, 503, 0]
  keeper.change({ title: 'Slow in Europe' })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(keeper.state()).toMatchObject({ saving: { kind: 'unreachable' }, isHeld: true })
  await vi.advanceTimersByTimeAsync(2_000 + 4_000)
  expect(desk.saves).toEqual([])
  await vi.advanceTimersByTimeAsync(8_000)
  expect(desk.saves.map(({ title }) => title)).toEqual(['Slow in Europe'])
})

test('A-12 text survives the end of a session and is saved in the next one', async () => {
  const { desk, keeper } = opened()
  desk.troubles = [401]
  keeper.change({ title: 'Slow in Europe' })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(keeper.state().saving.kind).toBe('signed-out')
  keeper.change({ title: 'Slow in Europe and Asia' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(desk.saves).toEqual([])
  expect(desk.held.get(7)?.content.title).toBe('Slow in Europe and Asia')
  keeper.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(desk.content.title).toBe('Slow in Europe and Asia')
})

test('Z-02 text from this browser is restored, and changes by others since then stay', async () => {
  const { desk, keeper } = opened()
  const base = desk.content
  desk.otherSaves({ summary: 'By Ben' })
  keeper.restore({ id: 7, version: 1, base, content: { ...base, title: 'Restored' }, at: '' })
  await vi.advanceTimersByTimeAsync(2 * SAVE_AFTER_MS)
  expect(desk.content).toMatchObject({ title: 'Restored', summary: 'By Ben' })
})

test('Z-02 flush saves everything, even with a merge in between', async () => {
  const { desk, keeper } = opened()
  desk.otherSaves({ summary: 'By Ben' })
  keeper.change({ title: 'Slow in Europe' })
  const flushed = keeper.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(await flushed).toBe(true)
  expect(desk.content).toMatchObject({ title: 'Slow in Europe', summary: 'By Ben' })
})

test('Z-02 text that is neither on the server nor in this browser is reported as at risk', async () => {
  const { desk, keeper } = opened()
  desk.hasRoom = false
  keeper.change({ title: 'Slow in Europe' })
  expect(keeper.state().isHeld).toBe(false)
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(keeper.state().isHeld).toBe(true)
})

test('Z-02 a publication by another user meanwhile is reported', async () => {
  const { desk, keeper } = opened()
  desk.state = 'published'
  desk.otherSaves({})
  keeper.change({ title: 'Slow in Europe' })
  await vi.advanceTimersByTimeAsync(2 * SAVE_AFTER_MS)
  expect(keeper.state().takenIn?.state).toBe('published')
})

test('Z-02 text typed into a discarded record becomes a new record', async () => {
  const { desk, keeper } = opened()
  desk.troubles = [404]
  keeper.change({ title: 'Slow in Europe' })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(keeper.state().saving).toMatchObject({ kind: 'refused', status: 404 })
  keeper.saveAsNew()
  await vi.advanceTimersByTimeAsync(0)
  expect(desk.begun).toHaveLength(1)
  expect(desk.content.title).toBe('Slow in Europe')
  expect(desk.held.size).toBe(0)
})

test('Z-05 an embargo on a scheduled record shows that it is no longer scheduled', async () => {
  const desk = new Desk()
  desk.state = 'scheduled'
  const keeper = new DraftKeeper(desk, { record: desk.record() })
  keeper.change({ embargo: [] })
  desk.state = 'draft'
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(keeper.state()).toMatchObject({
    record: { state: 'draft' },
    takenIn: { state: 'unscheduled' },
    saving: { kind: 'saved' },
  })
})

test('Z-07 news of a colleague is shown until it is taken in, which keeps what is typed meanwhile', async () => {
  const { desk, keeper } = opened()
  const at = new Date().toISOString()
  const deed = { action: 'save-draft', at, by: 'Ben', is_person: true, is_you: false, edition: null }
  const news = { deeds: [deed], now: at }
  desk.otherSaves({ summary: 'By Ben' })
  keeper.showNews(news)
  expect(keeper.state()).toMatchObject({ news, content: { summary: '' } })
  keeper.change({ title: 'Slow mail' })
  const looking = keeper.lookAgain()
  keeper.change({ title: 'Slow mail in Asia' })
  await looking
  expect(keeper.state()).toMatchObject({
    news: undefined,
    takenIn: { by: 'Ben', fields: ['summary'], news },
    content: { title: 'Slow mail in Asia', summary: 'By Ben' },
  })
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)
  expect(desk.saves.at(-1)).toMatchObject({ title: 'Slow mail in Asia', summary: 'By Ben' })
})
