import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'
import { type Listener, listenForEditions } from '../db/listen.ts'
import { within } from '../db/within.ts'
import { AnswerCache } from './answer-cache.ts'
import { type Edition, imagesShown, showsImage } from './edition.ts'
import type { LoadedEdition } from './load-edition.ts'
import { newestEdition, type ReplicaEvent } from './newest-edition.ts'
import { differingKeys } from './shared-map.ts'

/** A fallback for lost notifications. */
const POLL_EVERY_MS = 5_000
/** How often to check for the database while it is lost. */
const LOOK_AGAIN_AFTER_MS = 1_000
/** Three polls without an answer. After that, readers see how old the content is. */
const STALE_AFTER_MS = 15_000
/** A publication must reach every screen within two seconds; preparing answers may take this long. */
const PREPARE_WITHIN_MS = 500

/** What a web process serves: one edition, whether it is known to be current, and its cached answers. */
export interface Held {
  edition: Edition
  /** Set while the database is unreachable: when the edition was last known to be the newest. */
  staleSince: Date | null
  answers: AnswerCache
}

const ANSWER_CACHE_MAX_BYTES = 128 * 1024 * 1024

/** Carries over the answers of the edition before as far as they are the same. */
export function heldAfter(
  before: Held | undefined,
  { edition, staleSince, at }: Pick<Held, 'edition' | 'staleSince'> & { at: Date },
): Held {
  const earlier = before && {
    answers: before.answers,
    at,
    mayStandIn: !takesBack(before.edition, edition),
  }
  return { edition, staleSince, answers: new AnswerCache({ maxBytes: ANSWER_CACHE_MAX_BYTES, earlier }) }
}

/**
 * Whether readers must no longer see something of the edition before: a record was withdrawn, in whole or
 * from a cloud, or corrected, an update, a post-mortem or an image was removed, a version was redacted, or
 * the site itself changed.
 */
function takesBack(before: Edition, next: Edition): boolean {
  if (before === next) return false
  const isOfSameSite = before.history === next.history && before.site === next.site
  if (!isOfSameSite || before.log?.redacted !== next.log?.redacted) return true
  if (hidesImage(before, next)) return true
  for (const id of differingKeys(before.records.byId, next.records.byId)) {
    const record = before.records.byId.get(id)
    if (record === undefined) continue
    const now = next.records.byId.get(id)
    if (now === undefined || now.removedUpdates.length > record.removedUpdates.length) return true
    if (now.rewrites > record.rewrites || (now.postMortem === null && record.postMortem !== null)) return true
    if (record.clouds.some((cloudId) => !now.clouds.includes(cloudId))) return true
  }
  return false
}

/** For two editions with the same site. */
function hidesImage(before: Edition, next: Edition): boolean {
  return (
    before.records.images !== next.records.images &&
    imagesShown(before).some((name) => !showsImage(next, name))
  )
}

export interface EditionHolder {
  current(): Held | undefined
  /** When the database last confirmed the edition. Undefined before the first time. */
  verifiedAt(): Date | undefined
  /** Loads the newest edition now. False if the database did not answer. */
  refresh(): Promise<boolean>
  stop(): Promise<void>
}

/**
 * Prepares answers of an edition before readers get it. Resolves when the most requested ones are ready, and continues
 * with the rest. The caller waits at most half a second.
 */
export type PrepareAnswers = (next: Held, before: Held | undefined) => Promise<void>

/** An edition from another source than the database, and when the database last confirmed it. */
export interface FirstEdition {
  edition: Edition
  verifiedAt: Date
}

export interface HoldOptions {
  db: Kysely<DB>
  /** For a separate connection that listens for new editions. */
  url: string
  replica?: Kysely<DB> | undefined
  clock: () => Date
  onEvent?: (event: HolderEvent) => void
  prepare?: PrepareAnswers
  /** Prepares the database before the first load. If it fails, the database counts as unreachable. */
  join?: (() => Promise<void>) | undefined
  withoutDatabase?: () => Promise<FirstEdition | undefined>
  pollEveryMs?: number
  staleAfterMs?: number
  askWithinMs?: number
  loadWithinMs?: number
  replicaWithinMs?: number
  replicaRestMs?: number
}

export type HolderEvent =
  | { kind: 'swapped'; number: number; records: number; tookMs: number }
  | { kind: 'lost'; error: unknown }
  | { kind: 'found' }
  | { kind: 'from-file'; number: number; verifiedAt: Date }
  | ReplicaEvent

export function holdEdition(options: HoldOptions): EditionHolder {
  const { url, clock, onEvent = () => {}, prepare = async () => {} } = options
  const pollEveryMs = options.pollEveryMs ?? POLL_EVERY_MS
  const staleAfterMs = options.staleAfterMs ?? STALE_AFTER_MS
  const newest = newestEdition({ ...options, onEvent })

  let held: Held | undefined
  /** Never an edition from a file: a file leaves out what readers may not see yet, so nothing can be built on it. */
  let loaded: LoadedEdition | undefined
  let verifiedAt: Date | undefined
  let isLost = false
  let isStopped = false
  let listener: Listener | undefined
  let opening: Promise<void> | undefined
  let underWay: Promise<boolean> | undefined
  let isAskedAgain = false

  /** One load at a time. A call during a load adds another round, which sees what the caller committed. */
  function refresh(): Promise<boolean> {
    if (underWay === undefined) underWay = rounds()
    else isAskedAgain = true
    return underWay
  }

  async function rounds() {
    try {
      let isReached = false
      do {
        isAskedAgain = false
        isReached = await loadOnce()
      } while (isAskedAgain && isReached && !isStopped)
      return isReached
    } finally {
      underWay = undefined
    }
  }

  async function loadOnce() {
    const startedAt = performance.now()
    // The result counts as of the time of the request, however late it arrives.
    const askedAt = clock()
    try {
      await options.join?.()
      const edition = await newest.load(loaded)
      loaded = edition
      verifiedAt = askedAt
      if (edition !== held?.edition || held.staleSince !== null) await swap(edition)
      if (edition.number !== lastReported) report(edition, performance.now() - startedAt)
      if (isLost) {
        isLost = false
        onEvent({ kind: 'found' })
      }
      return true
    } catch (error) {
      lose(error)
      if (held === undefined) await startWithoutDatabase()
      markStale()
      return false
    }
  }

  async function startWithoutDatabase() {
    const first = await options.withoutDatabase?.().catch(() => undefined)
    if (first === undefined || isStopped) return
    verifiedAt = first.verifiedAt
    show(heldAfter(undefined, { edition: first.edition, staleSince: first.verifiedAt, at: clock() }))
    onEvent({ kind: 'from-file', number: first.edition.number, verifiedAt })
  }

  let lastReported: number | undefined
  function report(edition: Edition, tookMs: number) {
    lastReported = edition.number
    onEvent({ kind: 'swapped', number: edition.number, records: edition.records.byId.size, tookMs })
  }

  /** Readers keep the previous edition until the next one is ready. The first one is shown immediately. */
  async function swap(edition: Edition) {
    const next = heldAfter(held, { edition, staleSince: null, at: clock() })
    const isFirst = held === undefined
    if (!isFirst) await within(PREPARE_WITHIN_MS, prepare(next, held)).catch(() => {})
    held = next
    if (isFirst) void prepare(next, undefined).catch(() => {})
  }

  /** Not awaited: the age of the content must be shown immediately. */
  function show(next: Held) {
    const before = held
    held = next
    void prepare(next, before).catch(() => {})
  }

  function lose(error: unknown) {
    if (isLost || isStopped) return
    isLost = true
    // The connection may lead to a server that disappeared without closing it: listen again once the database is back.
    void listener?.stop()
    listener = undefined
    onEvent({ kind: 'lost', error })
  }

  function markStale() {
    const isStale = verifiedAt !== undefined && clock().getTime() - verifiedAt.getTime() >= staleAfterMs
    if (held !== undefined && held.staleSince === null && isStale)
      show(heldAfter(held, { edition: held.edition, staleSince: verifiedAt ?? null, at: clock() }))
  }

  /** One listener at a time, however long it takes to connect. */
  function listen(): Promise<void> {
    opening ??= openListener().finally(() => {
      opening = undefined
    })
    return opening
  }

  async function openListener() {
    if (listener !== undefined || isStopped) return
    listener = await listenForEditions(url, {
      onEdition: () => void refresh(),
      onLost: () => {
        listener = undefined
      },
    }).catch(() => undefined)
    // Catches publications between the last load and the start of listening.
    if (listener !== undefined && !isStopped) await refresh()
  }

  let polledAt = 0
  async function poll() {
    polledAt = performance.now()
    const isReached = await refresh()
    if (isReached) await listen()
  }

  function tick() {
    // A hanging database fails no load for a while, so the age is checked separately.
    markStale()
    const isDue = performance.now() - polledAt >= pollEveryMs - tickMs / 2
    if (isLost || isDue) void poll()
  }

  const tickMs = Math.min(pollEveryMs, LOOK_AGAIN_AFTER_MS)
  const timer = setInterval(tick, tickMs)
  timer.unref()
  void poll()

  return {
    current: () => held,
    verifiedAt: () => verifiedAt,
    refresh,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await opening
      await listener?.stop()
      await underWay
    },
  }
}
