import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AdminRecord, RecordContent } from '../../../contract/admin/record-content.ts'
import { emptyContent } from '../../../domain/newsroom/empty-content.ts'
import { EditingContext, type RecordEditing } from '../editor-context.ts'
import { DraftKeeper } from '../keep/draft-keeper.ts'
import type { DraftCalls } from '../keep/draft-state.ts'
import { usePublishing } from './use-publishing.ts'

const fetchStub = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', fetchStub)
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetchStub.mockReset()
})

test("Z-07 publishing while a save is under way that merges a colleague's change does not publish what no one has seen; the next press does", async () => {
  const { desk, keeper } = opened()
  const { publish, onPublished } = dialogOf(keeper)
  desk.isHeld = true
  keeper.change({ title: 'Slow in Asia' })
  const saved = keeper.flush()
  desk.otherSaves({ summary: 'By Ben' })
  const first = publish()
  desk.release()
  await Promise.all([saved, first])
  expect(keeper.state().content).toMatchObject({ title: 'Slow in Asia', summary: 'By Ben' })
  expect(keeper.isDirty()).toBe(false)
  expect(fetchStub).not.toHaveBeenCalled()
  expect(onPublished).not.toHaveBeenCalled()

  fetchStub.mockResolvedValueOnce(Response.json({ data: desk.record() }))
  await publish()
  expect(sent()).toEqual([expect.objectContaining({ version: desk.version })])
  expect(onPublished).toHaveBeenCalledOnce()
})

test('Z-07 a change that the server has and this page has not is shown first, and published only with the next press', async () => {
  const { desk, keeper } = opened()
  const { publish, onPublished } = dialogOf(keeper)
  desk.otherSaves({ summary: 'By Ben' })
  fetchStub.mockResolvedValueOnce(Response.json({ message: 'Changed.' }, { status: 409 }))
  await publish()
  expect(onPublished).not.toHaveBeenCalled()
  expect(keeper.state()).toMatchObject({
    content: { summary: 'By Ben' },
    takenIn: { by: 'Ben', fields: ['summary'] },
  })

  fetchStub.mockResolvedValueOnce(Response.json({ data: desk.record() }))
  await publish()
  expect(sent().map(({ version }) => version)).toEqual([1, 2])
  expect(onPublished).toHaveBeenCalledOnce()
})

function sent() {
  return fetchStub.mock.calls.map(([address, options]) => {
    expect(String(address)).toBe('/api/admin/records/7/publish')
    return JSON.parse(String(options?.body)) as { version: number }
  })
}

function dialogOf(keeper: DraftKeeper) {
  const onPublished = vi.fn()
  let publishing: ReturnType<typeof usePublishing> | undefined
  function Dialog() {
    publishing = usePublishing({ onPublished, onWrong: () => undefined, onClose: () => undefined })
    return null
  }
  renderToStaticMarkup(
    <EditingContext value={{ keeper } as RecordEditing}>
      <Dialog />
    </EditingContext>,
  )
  return {
    onPublished,
    publish: () =>
      publishing?.publish({ kind: 'publish', notifies: false, isCorrection: false, approval: {} }),
  }
}

function opened() {
  const desk = new Desk()
  return { desk, keeper: new DraftKeeper(desk, { record: desk.record() }) }
}

/** A server with one draft. Its answers to saves wait while `isHeld`. */
class Desk implements DraftCalls {
  version = 1
  content: RecordContent = { ...emptyContent({ kind: 'incident' }), title: 'Slow' }
  isHeld = false
  release: () => void = () => undefined

  record() {
    const saved_at = '2026-11-15T03:00:00.000Z'
    const draft = { content: this.content, saved_at, saved_by: { uid: 2, name: 'Ben' } }
    return { id: 7, version: this.version, state: 'draft', content: this.content, draft } as AdminRecord
  }
  otherSaves(patch: Partial<RecordContent>) {
    this.content = { ...this.content, ...patch }
    this.version += 1
  }
  save: DraftCalls['save'] = async (_id, { version, content }) => {
    if (this.isHeld) {
      await new Promise<void>((done) => {
        this.release = () => {
          this.isHeld = false
          done()
        }
      })
    }
    if (version !== this.version) return { kind: 'refused', status: 409, message: 'Changed.', errors: {} }
    this.otherSaves(content)
    return { kind: 'done', answer: { data: { version: this.version, saved_at: new Date().toISOString() } } }
  }
  begin: DraftCalls['begin'] = () => Promise.reject(new Error('There is a record.'))
  read: DraftCalls['read'] = async () => ({ kind: 'done', answer: { data: this.record() } })
  hold = () => true
  letGo = () => undefined
  now = () => new Date()
  newKey = () => 'key-of-test'
}
