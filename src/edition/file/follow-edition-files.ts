import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import type { Edition } from '../edition.ts'
import { type EditionHolder, type Held, heldAfter, type PrepareAnswers } from '../hold-edition.ts'
import type { ImageSource } from '../images/image-shelf.ts'
import { withUnchanged } from '../to-site.ts'
import { type EditionHead, isOvertaken, judgeHead, readHead } from './edition-head.ts'
import type { PublicKeys } from './edition-keys.ts'
import { HEAD_NAME, IMAGES_FOLDER, namesToForget } from './edition-name.ts'
import { type EditionSource, readIfThere, sourceOf } from './edition-sources.ts'
import { writeWhole } from './edition-targets.ts'
import { type FollowEvent, reportOnce } from './follow-events.ts'
import { followImages } from './follow-images.ts'
import { unpackEdition } from './unpack-edition.ts'

/** Another process may still be about to name an older file. */
const FILES_KEPT = 3

interface StoredEdition {
  /** Undefined if missing, damaged or not validly signed. */
  head(): Promise<EditionHead | undefined>
  file(name: string): Promise<Buffer | undefined>
  keep(head: EditionHead, text: string, file?: Buffer): Promise<void>
}

function storedEdition(folder: string, keys: PublicKeys): StoredEdition {
  async function head() {
    const text = await readFile(join(folder, HEAD_NAME), 'utf8').catch(() => undefined)
    const read = text === undefined ? undefined : readHead(text, keys)
    return read?.kind === 'read' ? read.head : undefined
  }

  return {
    head,
    file: (name) => readFile(join(folder, name)).catch(() => undefined),
    keep: async (next, text, file) => {
      if (file !== undefined) await writeWhole(folder, next.file, file)
      const stored = await head()
      if (stored !== undefined && isOvertaken(next, stored)) return
      await writeWhole(folder, HEAD_NAME, Buffer.from(text))
      if (file === undefined) return
      const names = await readdir(folder)
      for (const name of namesToForget(names, { keep: FILES_KEPT, current: next.file })) {
        await rm(join(folder, name), { force: true })
      }
    },
  }
}

const POLL_EVERY_MS = 5_000
/** Three heads of the writer. */
const STALE_AFTER_MS = 60_000
const LOOK_EVERY_MS = 1_000
/** A rejected file may have been incomplete, so it is fetched again, with increasing delays. */
const LONGEST_RETRY_MS = 60_000

/** Readers wait for it, and each part is small. */
const LOG_FILE_WITHIN_MS = 10_000

export interface FollowOptions {
  source: EditionSource
  keys: PublicKeys
  folder: string
  clock: () => Date
  onEvent: (event: FollowEvent) => void
  prepare?: PrepareAnswers
  pollEveryMs?: number
  staleAfterMs?: number
}

interface Awaited {
  head: EditionHead
  text: string
  attempts: number
  retryAt: number
}

export interface FollowedEdition extends EditionHolder {
  readImage: ImageSource
  /** Undefined if there is none. Rejects if the source can't be reached. */
  readLog(name: string): Promise<Buffer | undefined>
}

export function followEditionFiles(options: FollowOptions): FollowedEdition {
  const { keys, clock, prepare = async () => {} } = options
  const { pollEveryMs = POLL_EVERY_MS, staleAfterMs = STALE_AFTER_MS } = options
  const stopping = new AbortController()
  const source = sourceOf(options.source, stopping.signal)
  const stored = storedEdition(options.folder, keys)
  const report = reportOnce(options.onEvent)
  const images = followImages({
    source,
    folder: join(options.folder, IMAGES_FOLDER),
    signal: stopping.signal,
    clock,
    current: () => held?.edition,
    onNotKept: report.notKept,
  })

  let held: Held | undefined
  /** The head of the held edition, or of the last one before a restart: nothing older is shown again. */
  let head: EditionHead | undefined
  let awaited: Awaited | undefined
  let underWay: Promise<boolean> | undefined
  let polledAt = 0

  /** False if the source could not be reached. */
  function refresh(): Promise<boolean> {
    polledAt = performance.now()
    underWay ??= poll().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function poll(): Promise<boolean> {
    await opening
    try {
      const text = await source.readHead()
      report.found()
      if (text !== undefined && (await receive(text)) === 'refused') source.forgetHead()
    } catch (error) {
      if (!stopping.signal.aborted) report.lost(error)
      return false
    }
    if (awaited !== undefined && performance.now() >= awaited.retryAt) await fetchFile(awaited)
    images.fetch()
    return true
  }

  /** A rejected head may be accepted the next time: it may have been incomplete, or the clock may be corrected. */
  async function receive(text: string): Promise<'received' | 'refused'> {
    const read = readHead(text, keys)
    const verdict = read.kind === 'refused' ? read : judgeHead(read.head, head, clock())
    if (read.kind === 'refused' || verdict.kind === 'refused') {
      report.refused(HEAD_NAME, verdict.kind === 'refused' ? verdict.line : '')
      return 'refused'
    }
    const isFileHeld = held !== undefined && verdict.kind !== 'newer'
    if (!isFileHeld) {
      const isAwaited = awaited?.head.file === read.head.file
      awaited = { attempts: 0, retryAt: 0, ...(isAwaited && awaited), head: read.head, text }
      return 'received'
    }
    awaited = undefined
    if (verdict.kind !== 'confirmed') return 'received'
    head = read.head
    showAge()
    await keep(head, text)
    return 'received'
  }

  async function fetchFile(asked: Awaited) {
    const startedAt = performance.now()
    const retryLater = (line: string) => {
      report.refused(asked.head.file, line)
      asked.attempts += 1
      const { attempts } = asked
      asked.retryAt =
        performance.now() + retryDelayMs({ attempts, firstMs: pollEveryMs, longestMs: LONGEST_RETRY_MS })
    }
    const file = await source.readFile(asked.head.file).catch((error: Error) => error)
    if (stopping.signal.aborted) return
    if (file instanceof Error) return retryLater(`it cannot be read (${file.message})`)
    const opened = await open(asked.head, file)
    if (opened.kind === 'refused') return retryLater(opened.line)
    awaited = undefined
    await swap(opened.edition, asked.head, startedAt)
    await keep(asked.head, asked.text, file)
  }

  /** Head and file are both signed, but may not belong together. */
  async function open(named: EditionHead, file: Buffer) {
    const opened = await unpackEdition(file, keys)
    if (opened.kind === 'refused') return opened
    const { number, history, sha256 } = opened.header
    const isNamed = number === named.number && history === named.history && sha256 === named.sha256
    return isNamed ? opened : { kind: 'refused' as const, line: `it is not the one that ${HEAD_NAME} names` }
  }

  async function swap(opened: Edition, named: EditionHead, startedAt: number) {
    const edition = { ...opened, site: withUnchanged(held?.edition.site, opened.site) }
    const next = heldAfter(held, { edition, staleSince: staleSinceOf(named), at: clock() })
    if (held !== undefined) await prepare(next, held).catch(() => {})
    const isFirst = held === undefined
    held = next
    head = named
    if (isFirst) void prepare(next, undefined).catch(() => {})
    report.swapped({ edition, tookMs: performance.now() - startedAt })
  }

  function staleSinceOf({ verified_at }: EditionHead): Date | null {
    const verifiedAt = new Date(verified_at)
    return clock().getTime() - verifiedAt.getTime() >= staleAfterMs ? verifiedAt : null
  }

  function showAge() {
    if (held === undefined || head === undefined) return
    const staleSince = staleSinceOf(head)
    if (staleSince?.getTime() === held.staleSince?.getTime()) return
    const before = held
    held = heldAfter(held, { edition: held.edition, staleSince, at: clock() })
    void prepare(held, before).catch(() => {})
  }

  async function keep(named: EditionHead, text: string, file?: Buffer) {
    await stored.keep(named, text, file).then(report.kept, report.notKept)
  }

  async function openKept() {
    const startedAt = performance.now()
    head = await stored.head()
    const file = head === undefined ? undefined : await stored.file(head.file)
    if (head === undefined || file === undefined) return
    const opened = await open(head, file)
    if (opened.kind === 'refused') report.refused(head.file, opened.line)
    else await swap(opened.edition, head, startedAt)
  }

  const opening = openKept()
  void refresh()
  const timer = setInterval(
    () => {
      showAge()
      if (performance.now() - polledAt >= pollEveryMs) void refresh()
    },
    Math.min(LOOK_EVERY_MS, pollEveryMs),
  )
  timer.unref()

  return {
    current: () => held,
    verifiedAt: () => (held === undefined || head === undefined ? undefined : new Date(head.verified_at)),
    refresh,
    readImage: images.read,
    readLog: (name) => readIfThere(source, name, { withinMs: LOG_FILE_WITHIN_MS }),
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await underWay
      await images.settled()
    },
  }
}
