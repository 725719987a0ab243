import type { Kysely } from 'kysely'
import type { Vault } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { type Listener, listenForEditions } from '../../db/listen.ts'
import { sessionLock } from '../../db/session-lock.ts'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import { copyImagesTo } from '../images/copy-images.ts'
import type { LoadedEdition } from '../load-edition.ts'
import { copyLogTo } from '../log/log-beside-editions.ts'
import type { PublicLog } from '../log/public-log.ts'
import { newestEdition } from '../newest-edition.ts'
import { alarmClock } from './alarm-clock.ts'
import { leaveOwnKey, type SigningKey, signingKeyOf } from './edition-keys.ts'
import { type EditionTarget, placeOf } from './edition-targets.ts'
import { type WritingEvent, writingTo } from './writing.ts'

const POLL_EVERY_MS = 5_000
/** How often a standby worker checks whether it has to take over. */
const STAND_BY_MS = 3_000
const FIRST_RETRY_MS = 1_000
/** A recovery site may be up to a minute behind. */
const LONGEST_RETRY_MS = 15_000

export interface EditionWriterOptions {
  db: Kysely<DB>
  vault: Vault
  url: string
  target: EditionTarget
  keep: number
  /** Base64 of an Ed25519 private key (PKCS #8). Absent: the database creates its own. */
  signingKey: string | undefined
  /** Folder for the public key. Absent if no recovery site on this machine needs it. */
  leaveKeyIn?: string | undefined
  publicLog?: PublicLog
  clock: () => Date
  onEvent: (event: EditionFileEvent) => void
  pollEveryMs?: number
  headEveryMs?: number
  standByMs?: number
  firstRetryMs?: number
}

export type EditionFileEvent =
  | { kind: 'leading' }
  | WritingEvent
  | { kind: 'failed'; error: unknown; retryInMs: number }
  | { kind: 'mended' }
  | { kind: 'images-not-copied'; error: unknown }
  | { kind: 'log-not-copied'; error: unknown }

/** Only one worker per database writes at a time. */
export function startEditionWriter(options: EditionWriterOptions): { stop(): Promise<void> } {
  const { db, url, target, clock, onEvent, pollEveryMs = POLL_EVERY_MS } = options
  const { standByMs = STAND_BY_MS, firstRetryMs = FIRST_RETRY_MS } = options
  const stopping = new AbortController()
  const alarm = alarmClock(stopping.signal)
  const lock = sessionLock(url, 'edition writer')
  const newest = newestEdition({ db })
  const place = placeOf(target, stopping.signal)
  let key: (SigningKey & Pick<LoadedEdition, 'history'>) | undefined
  let writing: ReturnType<typeof writingTo> | undefined
  let images: ReturnType<typeof copyImagesTo> | undefined
  let log: ReturnType<typeof copyLogTo> | undefined
  let hasMore = false
  let listener: Listener | undefined
  let failures = 0

  async function run() {
    while (!stopping.signal.aborted) {
      const waitMs = await round()
      // While deaf, new publications don't shorten the delay after a failure.
      await alarm.wait(waitMs, { isDeaf: failures > 0 })
    }
  }

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
      // The connection may lead to a server that disappeared without closing it.
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
      // Another worker may have written since, so everything remembered about the target is out of date.
      writing = undefined
      images = undefined
      log = undefined
      onEvent({ kind: 'leading' })
    }
    return isLeading
  }

  async function write() {
    await listen()
    const askedAt = clock()
    const edition = await newest.load(writing?.edition())
    if (key?.history !== edition.history) {
      // A restored database may have another key.
      key = { ...(await openKey()), history: edition.history }
      writing = undefined
    }
    writing ??= writingTo({ ...options, place, key })
    await writing.write(edition, { askedAt, mayWrite: lock.isHeld })
    // After the text: it matters more, and must never wait for pictures.
    images ??= copyImagesTo({ db, place })
    const copied = await images
      .copy(edition, { now: askedAt, mayWrite: lock.isHeld })
      .catch((error: unknown) => onEvent({ kind: 'images-not-copied', error }))
    const logged = await copyLog(edition)
    hasMore = copied === 'more' || logged === 'more'
  }

  async function copyLog(edition: LoadedEdition) {
    const { publicLog } = options
    if (publicLog === undefined) return 'done'
    log ??= copyLogTo({ db, publicLog, place })
    return log
      .copy(edition, { mayWrite: lock.isHeld })
      .catch((error: unknown) => onEvent({ kind: 'log-not-copied', error }))
  }

  /** Stores the public key before the first file signed with it. */
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
    if (hasMore) return 0
    const completeUntil = writing?.completeUntil()
    const completeForMs =
      completeUntil === undefined ? pollEveryMs : completeUntil.getTime() - clock().getTime()
    return Math.max(0, Math.min(pollEveryMs, completeForMs))
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
