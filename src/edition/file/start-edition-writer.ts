import type { Kysely } from 'kysely'
import type { Vault } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { type Listener, listenForEditions } from '../../db/listen.ts'
import { sessionLock } from '../../db/session-lock.ts'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import { newestEdition } from '../newest-edition.ts'
import { alarmClock } from './alarm-clock.ts'
import { leaveOwnKey, type SigningKey, signingKeyOf } from './edition-keys.ts'
import { type EditionTarget, placeOf } from './edition-targets.ts'
import { type WritingEvent, writingTo } from './writing.ts'

/** Behind the notifications, for the ones that get lost. */
const POLL_EVERY_MS = 5_000
/** How often a worker that doesn't write looks whether it has to take over. */
const STAND_BY_MS = 3_000
const FIRST_RETRY_MS = 1_000
/** A recovery site may be a minute behind. */
const LONGEST_RETRY_MS = 15_000

export interface EditionWriterOptions {
  db: Kysely<DB>
  vault: Vault
  url: string
  target: EditionTarget
  /** So many of the newest are kept. */
  keep: number
  /** Base64 of an Ed25519 private key (PKCS #8). Absent: one that the database made for itself. */
  signingKey: string | undefined
  /** Folder for the public key; absent where no stand-in site on this machine would look for it. */
  leaveKeyIn?: string | undefined
  clock: () => Date
  onEvent: (event: EditionFileEvent) => void
  pollEveryMs?: number
  headEveryMs?: number
  standByMs?: number
  /** Twice as long after each failure. */
  firstRetryMs?: number
}

export type EditionFileEvent =
  /** This worker writes; others stand by. */
  | { kind: 'leading' }
  | WritingEvent
  /** The target, or the database on the way to it. Tried again. */
  | { kind: 'failed'; error: unknown; retryInMs: number }
  | { kind: 'mended' }

/**
 * Writes every edition to another place, as a file that a stand-in site reads, and keeps saying there that it is still
 * the newest. One worker at a time does so, over all that use the database; whatever fails is tried again, and holds up
 * nothing else.
 */
export function startEditionWriter(options: EditionWriterOptions): { stop(): Promise<void> } {
  const { db, url, target, clock, onEvent, pollEveryMs = POLL_EVERY_MS } = options
  const { standByMs = STAND_BY_MS, firstRetryMs = FIRST_RETRY_MS } = options
  const stopping = new AbortController()
  const alarm = alarmClock(stopping.signal)
  const lock = sessionLock(url, 'edition writer')
  const newest = newestEdition({ db })
  const place = placeOf(target, stopping.signal)
  let key: SigningKey | undefined
  let writing: ReturnType<typeof writingTo> | undefined
  let listener: Listener | undefined
  let failures = 0

  async function run() {
    while (!stopping.signal.aborted) {
      const waitMs = await round()
      // A place that fails is left alone until its time, however much is published meanwhile.
      await alarm.wait(waitMs, { isDeaf: failures > 0 })
    }
  }

  /** Gives the time until the next. */
  async function round(): Promise<number> {
    try {
      const isLeading = await lead()
      if (isLeading) await write()
      if (failures > 0) onEvent({ kind: 'mended' })
      failures = 0
      return isLeading ? untilNext() : standByMs
    } catch (error) {
      failures += 1
      const retryInMs = retryDelayMs({
        attempts: failures,
        firstMs: firstRetryMs,
        longestMs: LONGEST_RETRY_MS,
      })
      // Its connection may lead to a server that is no more, without a word of it.
      void listener?.stop()
      listener = undefined
      if (!stopping.signal.aborted) onEvent({ kind: 'failed', error, retryInMs })
      return retryInMs
    }
  }

  async function lead(): Promise<boolean> {
    const wasLeading = lock.isHeld()
    const isLeading = await lock.take()
    if (isLeading && !wasLeading) {
      // Another may have written since, so nothing that this one remembers of the place counts.
      writing = undefined
      onEvent({ kind: 'leading' })
    }
    return isLeading
  }

  async function write() {
    key ??= await openKey()
    writing ??= writingTo({ ...options, place, key })
    await listen()
    // An answer says what was so when it was asked for, however late it comes.
    const askedAt = clock()
    const edition = await newest.load(writing.edition())
    await writing.write(edition, { askedAt, mayWrite: lock.isHeld })
  }

  /** The public key is there before the first file that is signed with it. */
  async function openKey(): Promise<SigningKey> {
    const { vault, signingKey, leaveKeyIn } = options
    const opened = await signingKeyOf(db, vault, signingKey)
    if (leaveKeyIn !== undefined) await leaveOwnKey(leaveKeyIn, opened)
    return opened
  }

  async function listen() {
    listener ??= await listenForEditions(url, {
      onEdition: alarm.ring,
      onLost: () => {
        listener = undefined
      },
    })
  }

  function untilNext(): number {
    const nextBannerAt = writing?.nextBannerAt()
    const untilBannerMs =
      nextBannerAt === undefined ? pollEveryMs : nextBannerAt.getTime() - clock().getTime()
    return Math.max(0, Math.min(pollEveryMs, untilBannerMs))
  }

  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
      await listener?.stop()
      await lock.release()
    },
  }
}
