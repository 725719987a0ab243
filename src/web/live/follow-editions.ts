import type { EditionState } from '../../contract/edition.ts'
import { lostInMs, pollDelayMs, refreshDelayMs } from './poll-schedule.ts'

export interface Following {
  shown: EditionState
  /** Rejects if the site is unreachable. */
  ask(): Promise<EditionState>
  refresh(newest: number): Promise<RefreshResult>
  /** Called with the time of the last confirmation when contact is lost, and with undefined when it is back. */
  onLost(since: Date | undefined): void
  onMaintenance(isOn: boolean): void
  clock(): number
  chance(): number
}

export type RefreshResult = { kind: 'shown'; edition: number } | { kind: 'failed' } | { kind: 'overtaken' }

export interface Follower {
  start(): void
  startAtOnce(): void
  /** Stops polling; a round in progress finishes. */
  pause(): void
  /**
   * Call this with the edition of what a navigation loaded. If it may have changed since, the next round refreshes the
   * page.
   */
  loaded(edition: number, of: { isStandIn: boolean }): void
  stop(): void
}

/** Cache purges are repeated for some seconds. */
const CACHES_LAG_MS = 10_000

export function followEditions({
  shown,
  ask,
  refresh,
  onLost,
  onMaintenance,
  clock,
  chance,
}: Following): Follower {
  let known = shown
  let knownSince = clock()
  let confirmedAt = clock()
  let failures = 0
  let isLost = false
  let isUnderWay = false
  let isPaused = true
  let isStopped = false
  let nextPoll: Timer
  let nextLook: Timer

  function wait() {
    clearTimeout(nextPoll)
    if (isPaused || isStopped) return
    nextPoll = setTimeout(() => void round(), pollDelayMs({ failures, chance: chance() }))
  }

  async function round() {
    clearTimeout(nextPoll)
    if (isUnderWay) return
    isUnderWay = true
    const isConfirmed = await confirm().catch(() => false)
    isUnderWay = false
    if (isStopped) return
    if (isConfirmed) reach()
    else fail()
    wait()
  }

  async function confirm(): Promise<boolean> {
    const answered = await ask()
    if (isStopped) return true
    onMaintenance(answered.in_maintenance)
    // A site in maintenance has no pages; updates are shown afterward.
    if (answered.in_maintenance || !isNews(answered, known)) return true
    await delay(refreshDelayMs(chance()))
    if (isStopped) return true
    const result = await refresh(answered.number)
    switch (result.kind) {
      case 'shown':
        // Several servers may share the address, and one may lag behind.
        if (result.edition < answered.number) return false
        known = answered
        knownSince = clock()
        return true
      case 'failed':
        return false
      case 'overtaken':
        // The next round retries.
        return true
    }
  }

  function reach() {
    failures = 0
    confirmedAt = clock()
    clearTimeout(nextLook)
    if (isLost) onLost(undefined)
    isLost = false
  }

  function fail() {
    failures++
    clearTimeout(nextLook)
    if (!isLost) nextLook = setTimeout(lose, lostInMs({ confirmedAt, now: clock() }))
  }

  function lose() {
    isLost = true
    onLost(new Date(confirmedAt))
  }

  return {
    start() {
      isPaused = false
      wait()
    },
    startAtOnce() {
      isPaused = false
      void round()
    },
    pause() {
      isPaused = true
      clearTimeout(nextPoll)
    },
    loaded(edition, { isStandIn }) {
      // After that, a page that comes from a cache with an older edition has not changed since.
      const mayBeBehind = isStandIn || clock() - knownSince < CACHES_LAG_MS
      if (edition < known.number && mayBeBehind) known = { ...known, number: edition }
    },
    stop() {
      isStopped = true
      clearTimeout(nextPoll)
      clearTimeout(nextLook)
    },
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined

/** A lower number comes from a server that lags behind. */
function isNews(answered: EditionState, known: EditionState) {
  if (answered.number !== known.number) return answered.number > known.number
  return answered.stale_since !== known.stale_since || (answered.turned_at ?? '') > (known.turned_at ?? '')
}

function delay(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms))
}
