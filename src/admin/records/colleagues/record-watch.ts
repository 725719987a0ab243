import type { RecordDeed, RecordWatched } from '../../../contract/admin/presence.ts'
import type { CallInput } from '../../../contract/calls.ts'
import { retryDelayMs } from '../../../domain/retry-delay.ts'
import type { Called } from '../../../ui/account/call-account.ts'

type WatchCall = 'POST /api/admin/records/:id/watch'

export interface ShownRecord {
  /** Absent: only what readers see counts. */
  version?: number | undefined
  edition: number
  isPosting: boolean
  isPostMortem?: boolean
}

export interface WatchingPage {
  ask(input: Omit<CallInput<WatchCall>, 'id'>): Promise<Called<WatchCall>>
  leave(tab: string): void
  isHidden(): boolean
  onTurn(turn: { shown: () => void; closing: () => void }): () => void
  newTab(): string
}

export type Watched = { kind: 'watched'; data: RecordWatched } | { kind: 'gone'; message: string }

const ASK_EVERY_MS = 5_000
/** Polling must not slow down a slow server. But a single slow answer must not stop updates for minutes. */
const PAUSE_PER_TAKEN = 10
const LONGEST_PAUSE_MS = 30_000
const LONGEST_RETRY_MS = 60_000

/**
 * One loop per record and page, however many parts of the page show it. It doesn't run while the page is hidden, and a
 * failure changes nothing but the pause: what is on the screen stays.
 */
export class RecordWatch {
  private readonly shown = new Set<ShownRecord>()
  private readonly listeners = new Set<() => void>()
  private watched: Watched | undefined
  private tab = ''
  private timer: ReturnType<typeof setTimeout> | undefined
  private isAsking = false
  private isToAskAgain = false
  private failures = 0
  private stopTurns: (() => void) | undefined
  private readonly page: WatchingPage
  private readonly onEnd: () => void

  constructor(page: WatchingPage, onEnd: () => void = () => undefined) {
    this.page = page
    this.onEnd = onEnd
  }

  readonly state = (): Watched | undefined => this.watched

  readonly onChange = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  join(shown: ShownRecord): () => void {
    this.shown.add(shown)
    if (this.shown.size === 1) this.begin()
    else this.askSoon()
    return () => {
      this.shown.delete(shown)
      if (this.shown.size === 0) this.end()
      else this.askSoon()
    }
  }

  private begin() {
    // A new name each time: a late goodbye must not end the next visit.
    this.tab = this.page.newTab()
    this.failures = 0
    this.stopTurns = this.page.onTurn({
      shown: () => this.askSoon(),
      closing: () => this.page.leave(this.tab),
    })
    this.askSoon()
  }

  private end() {
    clearTimeout(this.timer)
    this.stopTurns?.()
    this.page.leave(this.tab)
    this.tab = ''
    this.onEnd()
  }

  private askSoon() {
    clearTimeout(this.timer)
    if (this.isAsking) this.isToAskAgain = true
    else void this.ask()
  }

  private async ask() {
    if (this.tab === '' || this.page.isHidden()) return
    const { tab } = this
    this.isAsking = true
    this.isToAskAgain = false
    const began = performance.now()
    const called = await this.page.ask({ tab, ...this.oldestShown() })
    this.isAsking = false
    if (this.tab !== tab) {
      // Closed while asking. The answer may have come after the goodbye.
      this.page.leave(tab)
      if (this.tab !== '') void this.ask()
      return
    }
    const pauseMs = this.take(called, performance.now() - began)
    if (this.isToAskAgain) void this.ask()
    else if (pauseMs !== undefined) this.timer = setTimeout(() => void this.ask(), pauseMs)
  }

  /** Returns when to ask again. Undefined: not before something else happens, such as signing in. */
  private take(called: Called<WatchCall>, takenMs: number): number | undefined {
    if (called.kind === 'done') {
      this.failures = 0
      this.show({ kind: 'watched', data: called.answer.data })
      return Math.max(ASK_EVERY_MS, Math.min(takenMs * PAUSE_PER_TAKEN, LONGEST_PAUSE_MS))
    }
    if (called.status === 404) {
      this.show({ kind: 'gone', message: called.message })
      return undefined
    }
    // Presence that can't be confirmed is not shown. What colleagues did remains true.
    if (this.watched?.kind === 'watched' && this.watched.data.people.length > 0)
      this.show({ kind: 'watched', data: { ...this.watched.data, people: [] } })
    if (called.status === 401 || called.status === 403) return undefined
    return retryDelayMs({
      attempts: ++this.failures,
      firstMs: 2 * ASK_EVERY_MS,
      longestMs: LONGEST_RETRY_MS,
    })
  }

  /** The answer must cover every part; each part leaves out what it knows. */
  private oldestShown(): Omit<CallInput<WatchCall>, 'id' | 'tab'> {
    const shown = [...this.shown]
    const versions = shown.flatMap(({ version }) => (version === undefined ? [] : [version]))
    return {
      ...(versions.length > 0 && { version: Math.min(...versions) }),
      edition: Math.min(...shown.map(({ edition }) => edition)),
      is_posting: shown.some(({ isPosting }) => isPosting),
      ...(shown.every(({ isPostMortem }) => isPostMortem === true) && { is_post_mortem: true }),
    }
  }

  private show(watched: Watched) {
    this.watched = watched
    for (const listener of this.listeners) listener()
  }
}

/**
 * Both, oldest first. The same array if there is nothing new, because an answer is processed more than
 * once.
 */
export function withNewDeeds(
  before: readonly RecordDeed[],
  newest: readonly RecordDeed[],
): readonly RecordDeed[] {
  const isSame = (a: RecordDeed) => (b: RecordDeed) =>
    a.at === b.at && a.action === b.action && a.edition === b.edition
  const added = newest.filter((deed) => !before.some(isSame(deed)))
  return added.length === 0 ? before : [...before, ...added]
}

export function newsFor(
  watched: Watched | undefined,
  { version, edition }: Pick<ShownRecord, 'version' | 'edition'>,
): RecordDeed[] | undefined {
  if (watched?.kind !== 'watched') return undefined
  const { data } = watched
  const isMoved = (data.edition ?? 0) > edition || (version !== undefined && data.version > version)
  if (!isMoved) return undefined
  return data.deeds.filter((deed) => deed.edition === null || deed.edition > edition)
}
