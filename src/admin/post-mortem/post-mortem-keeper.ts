import type { AdminPostMortem } from '../../contract/admin/post-mortems.ts'
import {
  isSamePostMortem,
  mergePostMortem,
  type PostMortemContent,
  type PostMortemField,
  withFieldsOf,
  withKnownDays,
} from '../../domain/post-mortem.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { forget, readStored, store } from '../../ui/parts/device-storage.ts'
import { isPassing, retryPauseMs } from '../editor/keep/draft-calls.ts'
import { SAVE_AFTER_MS } from '../editor/keep/draft-keeper.ts'
import type { Saving } from '../editor/keep/draft-state.ts'

type Answered<T> =
  | { kind: 'done'; answer: { data: T } }
  | { kind: 'refused'; status: number; message: string; errors: Readonly<Record<string, string>> }

export interface PostMortemCalls {
  save(of: {
    version: number
    content: PostMortemContent
  }): Promise<Answered<{ version: number; saved_at: string; content: PostMortemContent }>>
  read(): Promise<Answered<AdminPostMortem>>
  hold(copy: PostMortemCopy): boolean
  letGo(): void
  now(): Date
}

export interface PostMortemCopy {
  version: number
  base: PostMortemContent
  content: PostMortemContent
  /** ISO 8601 */
  at: string
}

export interface PostMortemState {
  about: AdminPostMortem
  version: number
  base: PostMortemContent
  content: PostMortemContent
  saving: Saving
  errors: Readonly<Record<string, string>>
  /** Someone else's version, while fields that both changed wait for a decision. */
  theirs: AdminPostMortem | undefined
  takenIn: { by: string | undefined; fields: readonly PostMortemField[] } | undefined
  isHeld: boolean
}

/** Saves as `DraftKeeper` does. */
export class PostMortemKeeper {
  private readonly listeners = new Set<() => void>()
  private readonly calls: PostMortemCalls
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | undefined
  private failures = 0
  private hasHeld = false
  private current: PostMortemState

  constructor(calls: PostMortemCalls, about: AdminPostMortem) {
    this.calls = calls
    this.current = {
      ...stateOf(about),
      saving: { kind: 'unchanged' },
      errors: {},
      takenIn: undefined,
      isHeld: true,
    }
  }

  readonly state = (): PostMortemState => this.current

  readonly onChange = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  change(patch: Partial<PostMortemContent>) {
    const content = { ...this.current.content, ...patch }
    const errors = Object.fromEntries(
      Object.entries(this.current.errors).filter(([field]) => !((field.split('.')[0] as string) in patch)),
    )
    this.show({ content, errors })
    this.show({ isHeld: this.hold() })
    if (this.current.theirs !== undefined || this.current.saving.kind === 'signed-out') return
    if (!this.isDirty()) {
      this.calls.letGo()
      return this.show({ saving: { kind: 'saved', at: this.calls.now() } })
    }
    if (this.running === undefined && this.current.saving.kind !== 'unreachable')
      this.show({ saving: { kind: 'typing' } })
    this.saveIn(SAVE_AFTER_MS)
  }

  restore({ base, version, content }: PostMortemCopy) {
    this.show({ base, version })
    this.change(content)
  }

  async flush(): Promise<boolean> {
    clearTimeout(this.timer)
    if (this.running !== undefined) await this.running
    if (this.current.theirs !== undefined) return false
    if (!this.isDirty()) return true
    await this.run()
    return this.current.saving.kind === 'saved' && !this.isDirty()
  }

  retry() {
    const { kind } = this.current.saving
    if (kind === 'unreachable' || kind === 'signed-out') this.saveIn(0)
  }

  adopt(about: AdminPostMortem) {
    const mine = this.isDirty() ? this.current.content : undefined
    this.show({ ...stateOf(about), saving: { kind: 'unchanged' }, errors: {}, takenIn: undefined })
    if (mine !== undefined) this.change(mine)
    else if (this.hasHeld) this.calls.letGo()
  }

  showErrors(errors: Readonly<Record<string, string>>) {
    this.show({ errors })
  }

  settle(takeTheirs: readonly PostMortemField[]) {
    const { theirs, base, content } = this.current
    if (theirs === undefined) return
    const { merged } = mergePostMortem({ base, mine: content, theirs: theirs.content })
    const settled = withFieldsOf(merged, theirs.content, takeTheirs)
    this.show({ ...stateOf(theirs), saving: { kind: 'saved', at: this.calls.now() } })
    this.change(settled)
  }

  async lookAgain(): Promise<void> {
    if (this.running !== undefined || this.current.theirs !== undefined) return
    const called = await this.calls.read()
    if (called.kind === 'refused' || this.running !== undefined) return
    const { about, version } = this.current
    const newest = called.answer.data
    if (newest.version > version) return this.mergeIn(newest)
    if (newest.edition !== about.edition || newest.history[0]?.at !== about.history[0]?.at)
      this.show({ about: newest })
  }

  close() {
    clearTimeout(this.timer)
    if (this.isDirty() && this.current.theirs === undefined) void this.run()
  }

  isDirty(): boolean {
    return !isSamePostMortem(this.current.base, this.current.content)
  }

  private saveIn(ms: number) {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.run(), ms)
  }

  private run(): Promise<void> {
    this.running ??= this.saveOnce().finally(() => {
      this.running = undefined
      if (this.current.saving.kind === 'saved' && this.isDirty()) this.saveIn(SAVE_AFTER_MS)
    })
    return this.running
  }

  private async saveOnce(): Promise<void> {
    clearTimeout(this.timer)
    const { version, content } = this.current
    this.show({ saving: { kind: 'saving' } })
    const called = await this.calls.save({ version, content })
    if (called.kind === 'done') {
      this.failures = 0
      const { version: saved, saved_at, content: stored } = called.answer.data
      const { about } = this.current
      // Nothing else is taken from the server: an action that is still empty would vanish while it is typed.
      const dated = (words: PostMortemContent) => ({
        ...words,
        actions: withKnownDays(words.actions, stored.actions),
      })
      this.show({
        about: { ...about, version: saved, has_draft: true, is_waived: false },
        version: saved,
        base: dated(content),
        content: dated(this.current.content),
        errors: {},
        saving: { kind: 'saved', at: new Date(saved_at) },
      })
      if (!this.isDirty()) this.calls.letGo()
      return
    }
    if (called.status === 409) return this.takeIn(called)
    this.showRefusal(called)
  }

  private async takeIn(refusal: Refused): Promise<void> {
    const called = await this.calls.read()
    if (called.kind === 'refused') return this.showRefusal(called)
    const theirs = called.answer.data
    // Refused for another reason, such as an incident that was reopened.
    if (theirs.version === this.current.version) return this.showRefusal({ ...refusal, status: 422 })
    this.mergeIn(theirs)
  }

  private mergeIn(theirs: AdminPostMortem) {
    const { merged, conflicts, takenIn } = mergePostMortem({
      base: this.current.base,
      mine: this.current.content,
      theirs: theirs.content,
    })
    if (conflicts.length > 0) return this.show({ theirs, saving: { kind: 'conflict' }, isHeld: this.hold() })
    this.show({
      ...stateOf(theirs),
      content: merged,
      takenIn: takenIn.length === 0 ? undefined : { by: theirs.saved_by?.name, fields: takenIn },
      saving: { kind: 'saved', at: this.calls.now() },
    })
    if (this.isDirty()) this.saveIn(SAVE_AFTER_MS)
  }

  private showRefusal({ status, message, errors }: Refused) {
    if (status === 401) return this.show({ saving: { kind: 'signed-out' } })
    if (!isPassing(status)) return this.show({ errors, saving: { kind: 'refused', status, message } })
    this.show({ saving: { kind: 'unreachable' } })
    this.saveIn(retryPauseMs(this.failures++))
  }

  private hold(): boolean {
    this.hasHeld = true
    const { version, base, content } = this.current
    return this.calls.hold({ version, base, content, at: this.calls.now().toISOString() })
  }

  private show(next: Partial<PostMortemState>) {
    this.current = { ...this.current, ...next }
    for (const listener of this.listeners) listener()
  }
}

interface Refused {
  status: number
  message: string
  errors: Readonly<Record<string, string>>
}

function stateOf(about: AdminPostMortem) {
  const { version, content } = about
  return { about, version, base: content, content, theirs: undefined }
}

export function serverPostMortem(id: number): PostMortemCalls {
  return {
    save: ({ version, content }) =>
      callAccount('POST /api/admin/records/:id/post-mortem/draft', { id, version, content }),
    read: () => callAccount('GET /api/admin/records/:id/post-mortem', { id }),
    hold: (copy) => {
      const text = JSON.stringify(copy)
      store(storageName(id), text)
      return readStored(storageName(id)) === text
    },
    letGo: () => forget(storageName(id)),
    now: () => new Date(),
  }
}

/** Undefined if this browser has no words that the server lacks. */
export function heldPostMortem(id: number, known: PostMortemContent): PostMortemCopy | undefined {
  const text = readStored(storageName(id))
  if (text === undefined) return undefined
  try {
    const copy = JSON.parse(text) as PostMortemCopy
    return isSamePostMortem(known, copy.content) ? undefined : copy
  } catch {
    return undefined
  }
}

function storageName(id: number) {
  return `candor-post-mortem-${id}`
}
