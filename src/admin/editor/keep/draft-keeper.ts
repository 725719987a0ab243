import type { AdminRecord, RecordContent } from '../../../contract/admin/record-content.ts'
import { changedFields } from '../../../domain/newsroom/changed-fields.ts'
import { type ContentField, withFieldOf } from '../../../domain/newsroom/record-content.ts'
import { mergeContent } from '../merge-content.ts'
import { isPassing, retryPauseMs } from './draft-calls.ts'
import {
  type DraftCalls,
  type DraftState,
  isWorthSaving,
  type RecordNews,
  stateNews,
  workingCopyOf,
} from './draft-state.ts'
import type { LocalCopy } from './local-copy.ts'

/** Long enough to finish a word, short enough to lose none. */
export const SAVE_AFTER_MS = 1_000
/** More rounds are needed while the user keeps typing or another one edits the same record. */
const ROUNDS_AT_MOST = 10

/**
 * Saves immediately in this browser and a second later on the server, one save at a time. Never overwrites
 * changes by others and never drops typed text.
 */
export class DraftKeeper {
  private readonly listeners = new Set<() => void>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | undefined
  private failures = 0
  private isClosed = false
  /** Idempotency key, so that a retry does not create a second record. */
  private key: string
  /** Saves whose answers were lost: any of them may have arrived. */
  private sent: RecordContent[] = []
  /** Whether this visit wrote the copy in the browser's storage. A copy of an earlier visit must not be dropped. */
  private hasHeld = false
  private current: DraftState
  private readonly calls: DraftCalls

  constructor(calls: DraftCalls, of: { record: AdminRecord } | { content: RecordContent }) {
    this.calls = calls
    this.key = calls.newKey()
    const record = 'record' in of ? of.record : undefined
    const content = 'record' in of ? workingCopyOf(of.record) : of.content
    this.current = {
      record,
      base: content,
      version: record?.version,
      content,
      saving: { kind: 'unchanged' },
      errors: {},
      takenIn: undefined,
      news: undefined,
      theirs: undefined,
      isHeld: true,
    }
  }

  readonly state = (): DraftState => this.current

  readonly onChange = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  change(patch: Partial<RecordContent>) {
    const content = { ...this.current.content, ...patch }
    const errors = Object.fromEntries(
      Object.entries(this.current.errors).filter(([field]) => !((field.split('.')[0] as string) in patch)),
    )
    const isHeld = this.hold(content)
    this.show({ content, errors, isHeld })
    if (this.current.theirs !== undefined) return
    if (this.current.record === undefined && !isWorthSaving(content)) return
    if (!this.isDirty()) {
      this.calls.letGo(this.current.record?.id)
      return this.show({ saving: { kind: 'saved', at: this.calls.now() } })
    }
    if (this.current.saving.kind === 'signed-out') return
    if (this.running === undefined && this.current.saving.kind !== 'unreachable')
      this.show({ saving: { kind: 'typing' } })
    this.saveIn(SAVE_AFTER_MS)
  }

  /** If the copy is based on an older version, the next save merges it. */
  restore(copy: LocalCopy) {
    this.show({ base: copy.base, version: this.current.record === undefined ? undefined : copy.version })
    this.change(copy.content)
  }

  /** True if everything is on the server afterward. */
  async flush(): Promise<boolean> {
    for (let round = 0; round < ROUNDS_AT_MOST; round++) {
      clearTimeout(this.timer)
      if (this.running !== undefined) await this.running
      if (this.current.theirs !== undefined) return false
      if (this.current.record !== undefined && !this.isDirty()) return true
      await this.run()
      if (this.current.saving.kind !== 'saved') return false
    }
    return false
  }

  retry() {
    const { kind } = this.current.saving
    if (kind === 'unreachable' || kind === 'signed-out') this.saveIn(0)
  }

  /** For the record returned by an action. Text typed meanwhile stays. */
  adopt(record: AdminRecord) {
    const { base, content } = this.current
    const theirs = workingCopyOf(record)
    const { merged, conflicts } = mergeContent({ base, mine: content, theirs })
    this.sent = []
    if (conflicts.length > 0)
      return this.show({ record, theirs: record, saving: { kind: 'conflict' }, isHeld: this.hold(content) })
    this.show({
      record,
      base: theirs,
      version: record.version,
      content: merged,
      errors: {},
      takenIn: undefined,
      news: undefined,
      theirs: undefined,
    })
    if (this.isDirty()) return this.saveIn(SAVE_AFTER_MS)
    this.letGo(record.id)
    this.show({ saving: { kind: 'unchanged' } })
  }

  reset(record: AdminRecord) {
    const content = workingCopyOf(record)
    this.sent = []
    this.show({ base: content, content, theirs: undefined })
    this.adopt(record)
  }

  saveAsNew() {
    this.calls.letGo(this.current.record?.id)
    this.key = this.calls.newKey()
    this.show({ record: undefined, version: undefined, takenIn: undefined })
    this.show({ isHeld: this.hold(this.current.content) })
    void this.run()
  }

  abandon() {
    clearTimeout(this.timer)
    this.isClosed = true
    this.show({ content: this.current.base })
  }

  showErrors(errors: Readonly<Record<string, string>>) {
    this.show({ errors })
  }

  /** Others changed the record. Nothing is merged until the next save or `lookAgain`. */
  showNews(news: RecordNews | undefined) {
    if (news !== this.current.news) this.show({ news })
  }

  forgetTakenIn() {
    this.show({ takenIn: undefined })
  }

  /** Z-07: resolves a conflict with the user's choices. */
  settle(takeTheirs: readonly ContentField[]) {
    const { theirs, base, content } = this.current
    if (theirs === undefined) return
    const theirContent = workingCopyOf(theirs)
    const { merged } = mergeContent({ base, mine: content, theirs: theirContent })
    const settled = takeTheirs.reduce((made, field) => withFieldOf(made, field, theirContent), merged)
    this.show({
      record: theirs,
      base: theirContent,
      version: theirs.version,
      theirs: undefined,
      saving: { kind: 'saved', at: this.calls.now() },
    })
    this.change(settled)
  }

  async lookAgain(): Promise<void> {
    const id = this.current.record?.id
    if (this.running !== undefined) await this.running
    if (id !== undefined) await this.run(() => this.takeIn(id))
  }

  close() {
    this.isClosed = true
    if (this.isDirty() && (this.current.record !== undefined || isWorthSaving(this.current.content)))
      void this.run()
    else clearTimeout(this.timer)
  }

  isDirty(): boolean {
    return changedFields(this.current.base, this.current.content).length > 0
  }

  private saveIn(ms: number) {
    clearTimeout(this.timer)
    if (this.isClosed) return
    this.timer = setTimeout(() => void this.run(), ms)
  }

  private run(work = () => this.saveOnce()): Promise<void> {
    this.running ??= work().finally(() => {
      this.running = undefined
      if (this.current.saving.kind === 'saved' && this.isDirty()) this.saveIn(SAVE_AFTER_MS)
    })
    return this.running
  }

  private async saveOnce(): Promise<void> {
    clearTimeout(this.timer)
    const { record, version, content, base } = this.current
    this.show({ saving: { kind: 'saving' } })
    if (record === undefined || version === undefined) {
      const called = await this.calls.begin(content, this.key)
      if (called.kind === 'refused') return this.showRefusal(called)
      const begun = called.answer.data
      this.calls.letGo(undefined)
      return this.saved({ record: begun, version: begun.version, content, at: this.calls.now() })
    }
    const called = await this.calls.save(record.id, { version, content })
    if (called.kind === 'done') {
      const { version: saved, saved_at } = called.answer.data
      this.saved({ record, version: saved, content, at: new Date(saved_at) })
      // The server has taken it off the schedule.
      const isNewlyClosed = content.embargo != null && base.embargo == null
      return record.state === 'scheduled' && isNewlyClosed ? this.takeIn(record.id) : undefined
    }
    if (called.status === 409) return this.takeIn(record.id)
    // It may have arrived anyway.
    if (called.status === 0 || called.status >= 500) this.sent.push(content)
    this.showRefusal(called)
  }

  private saved({ record, version, content, at }: Saved) {
    this.failures = 0
    this.sent = []
    const isFirst = this.current.record === undefined
    this.show({ record, version, base: content, errors: {}, saving: { kind: 'saved', at } })
    if (!this.isDirty()) {
      this.calls.letGo(record.id)
      this.show({ isHeld: true })
    } else if (isFirst) this.show({ isHeld: this.hold(this.current.content) })
  }

  private showRefusal({ status, message, errors }: Refused) {
    if (status === 401) return this.show({ saving: { kind: 'signed-out' } })
    if (!isPassing(status)) return this.show({ errors, saving: { kind: 'refused', status, message } })
    this.show({ saving: { kind: 'unreachable' } })
    this.saveIn(retryPauseMs(this.failures++))
  }

  /**
   * Z-07: another user saved. Fields that only they changed are merged; for fields changed by both, the user chooses.
   */
  private async takeIn(id: number): Promise<void> {
    const called = await this.calls.read(id)
    if (called.kind === 'refused') return this.showRefusal(called)
    const record = called.answer.data
    const theirContent = workingCopyOf(record)
    const own = this.sent.find((content) => changedFields(content, theirContent).length === 0)
    const base = own ?? this.current.base
    this.sent = []
    const { merged, conflicts } = mergeContent({ base, mine: this.current.content, theirs: theirContent })
    if (conflicts.length > 0) {
      return this.show({
        base,
        theirs: record,
        saving: { kind: 'conflict' },
        isHeld: this.hold(this.current.content),
      })
    }
    const fields = changedFields(this.current.content, merged)
    const state = stateNews(this.current.record, record)
    const { news } = this.current
    this.show({
      record,
      base: theirContent,
      version: record.version,
      content: merged,
      takenIn:
        fields.length === 0 && state === undefined && news === undefined
          ? undefined
          : { by: doerOf(news) ?? record.draft?.saved_by?.name, fields, state, news },
      news: undefined,
      saving: { kind: 'saved', at: this.calls.now() },
    })
    if (this.isDirty()) this.show({ isHeld: this.hold(merged) })
    else this.letGo(id)
  }

  private letGo(id: number) {
    if (this.hasHeld) this.calls.letGo(id)
  }

  private hold(content: RecordContent): boolean {
    this.hasHeld = true
    const { record, version, base } = this.current
    return this.calls.hold({ id: record?.id, version, base, content, at: this.calls.now().toISOString() })
  }

  private show(next: Partial<DraftState>) {
    this.current = { ...this.current, ...next }
    for (const listener of this.listeners) listener()
  }
}

function doerOf(news: RecordNews | undefined) {
  const last = news?.deeds.at(-1)
  return last?.is_person === true ? last.by : undefined
}

interface Refused {
  status: number
  message: string
  errors: Readonly<Record<string, string>>
}

interface Saved {
  record: AdminRecord
  version: number
  content: RecordContent
  at: Date
}
