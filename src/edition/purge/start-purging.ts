import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { claimPurge, releasePurge, settlePurge } from '../../db/purges.ts'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import type { Edition } from '../edition.ts'
import { changedKeys, SITE_KEY } from './surrogate-keys.ts'

/** Longer than a single request may take. */
const CLAIMED_FOR_MS = 30_000
/** Delay while another process holds the claim. */
const LOOK_AGAIN_MS = 5_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000
/**
 * A cache may still fetch the previous edition for two seconds after the purge and store it; a process that missed the
 * notification polls every five. So the purge is repeated when all processes should show the new edition, and again
 * when they certainly do.
 */
const REPEATED_AFTER_MS = [3_000, 8_000]
/** During an upgrade, caches may still get answers from processes of the release before. */
const REPEATED_AFTER_UPGRADE_MS = [...REPEATED_AFTER_MS, 60_000, 5 * 60_000, 15 * 60_000]

export interface PurgingOptions {
  db: Kysely<DB>
  /** Identifies what this process makes of an edition. The first process of another release purges everything. */
  release: string
  url: string
  authorization: string | undefined
  clock: () => Date
  onEvent: (event: PurgeEvent) => void
  repeatedAfterMs?: readonly number[]
  firstRetryMs?: number
}

export type PurgeEvent =
  | { kind: 'purged'; edition: number; keys: readonly string[]; tookMs: number }
  | { kind: 'failed'; edition: number; error: unknown }

export interface Purging {
  swapped(edition: Edition): void
  stop(): Promise<void>
}

/** One process purges for all, at least once. */
export function startPurging(options: PurgingOptions): Purging {
  const { db, release, clock, onEvent } = options
  const history = keyHistory()
  const again = new Set<NodeJS.Timeout>()
  const ended = new AbortController()
  let newest: Edition | undefined
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let underWay = Promise.resolve()

  function swapped(edition: Edition) {
    history.add(edition)
    newest = edition
    lookIn(0)
  }

  function lookIn(ms: number) {
    clearTimeout(timer)
    if (ended.signal.aborted) return
    timer = setTimeout(() => {
      underWay = underWay.then(round)
    }, ms)
    timer.unref()
  }

  async function round() {
    const edition = newest
    if (edition === undefined || ended.signal.aborted) return
    try {
      await purgeFor(edition)
      failures = 0
    } catch (error) {
      failures++
      onEvent({ kind: 'failed', edition: edition.number, error })
      lookIn(retryMs(failures))
    }
  }

  async function purgeFor(edition: Edition) {
    const now = clock()
    const until = new Date(now.getTime() + CLAIMED_FOR_MS)
    const target = { number: edition.number, history: edition.history, release }
    const claim = await claimPurge(db, target, { now, until })
    if (claim.kind === 'done') return
    if (claim.kind === 'taken') return lookIn(LOOK_AGAIN_MS)
    const keys = history.keysSince(claim.since)
    try {
      await post(edition, claim.since, keys)
    } catch (error) {
      await releasePurge(db)
      throw error
    }
    await settlePurge(db, target)
    repeat(edition, claim.since, keys)
    // Editions that arrived meanwhile found the claim taken.
    if (newest !== edition) lookIn(0)
  }

  async function post(edition: Edition, since: number | undefined, keys: readonly string[]) {
    const { url, authorization } = options
    const startedAt = performance.now()
    const { signal } = ended
    await postPurge({
      url,
      authorization,
      signal,
      purge: { edition: edition.number, since: since ?? null, keys },
    })
    onEvent({ kind: 'purged', edition: edition.number, keys, tookMs: performance.now() - startedAt })
  }

  function repeat(edition: Edition, since: number | undefined, keys: readonly string[]) {
    const postIn = (ms: number, attempts: number) => {
      const timer = setTimeout(() => {
        again.delete(timer)
        post(edition, since, keys).catch((error) => {
          onEvent({ kind: 'failed', edition: edition.number, error })
          if (!ended.signal.aborted) postIn(retryMs(attempts), attempts + 1)
        })
      }, ms)
      timer.unref()
      again.add(timer)
    }
    const usual = since === undefined ? REPEATED_AFTER_UPGRADE_MS : REPEATED_AFTER_MS
    for (const ms of options.repeatedAfterMs ?? usual) postIn(ms, 1)
  }

  function retryMs(attempts: number) {
    return retryDelayMs({
      attempts,
      firstMs: options.firstRetryMs ?? FIRST_RETRY_MS,
      longestMs: LONGEST_RETRY_MS,
    })
  }

  return {
    swapped,
    stop: async () => {
      ended.abort()
      clearTimeout(timer)
      for (const waiting of again) clearTimeout(waiting)
      await underWay
    },
  }
}

const ANSWER_WITHIN_MS = 10_000

interface Purge {
  edition: number
  since: number | null
  keys: readonly string[]
}

async function postPurge(of: {
  url: string
  authorization: string | undefined
  signal: AbortSignal
  purge: Purge
}): Promise<void> {
  const response = await fetch(of.url, {
    method: 'POST',
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      'surrogate-key': of.purge.keys.join(' '),
      ...(of.authorization !== undefined && { authorization: of.authorization }),
    },
    body: JSON.stringify(of.purge),
    signal: AbortSignal.any([of.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`PURGE_URL answered ${response.status}`)
}

/** Enough to cover editions that another process purged, and failed purges. */
const KEPT_EDITIONS = 100

/** The changed keys of the last editions: the last purge may have been for an earlier one, by another process. */
function keyHistory() {
  let newest: Edition | undefined
  let changes: { since: number; number: number; keys: readonly string[] }[] = []
  return {
    add(edition: Edition) {
      if (edition === newest) return
      const isNext =
        newest !== undefined && newest.history === edition.history && newest.number < edition.number
      changes = isNext
        ? [
            ...changes.slice(1 - KEPT_EDITIONS),
            { since: newest?.number ?? 0, number: edition.number, keys: changedKeys(newest, edition) },
          ]
        : []
      newest = edition
    },
    keysSince(number: number | undefined): string[] {
      const first = changes[0]
      const isKnown = number !== undefined && first !== undefined && first.since <= number
      if (!isKnown) return [SITE_KEY]
      return [...new Set(changes.filter((change) => change.number > number).flatMap(({ keys }) => keys))]
    },
  }
}
