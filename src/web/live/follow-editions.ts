import type { EditionState } from '../../contract/edition.ts'
import { lostInMs, pollDelayMs, refreshDelayMs } from './poll-schedule.ts'

export interface Following {
  /** What is on the screen at the start. */
  shown: EditionState
  /** Rejects where the site cannot be reached. */
  ask(): Promise<EditionState>
  /** Brings the screen up to the edition that was heard of, and says what came of it. */
  refresh(heard: number): Promise<RefreshResult>
  /** Told when contact is lost, and since when nothing is confirmed; with undefined when it is back. */
  onLost(since: Date | undefined): void
  /** Told with every answer whether the site is closed (O-02). */
  onMaintenance(isOn: boolean): void
  clock(): number
  chance(): number
}

/** The edition that is on the screen now, or why the next round has to try again. */
export type RefreshResult = { kind: 'shown'; edition: number } | { kind: 'failed' } | { kind: 'overtaken' }

export interface Follower {
  /** Asks every few seconds from now on. */
  start(): void
  /** The same, and the first time at once. */
  startAtOnce(): void
  /** Asks no more; a round that is under way comes to its end. */
  pause(): void
  stop(): void
}

/** Keeps a page at the newest edition, and knows since when it may not be. */
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

  /** Whether the screen shows what the site has. */
  async function confirm(): Promise<boolean> {
    const told = await ask()
    if (isStopped) return true
    onMaintenance(told.in_maintenance)
    // A closed site has no page to give; what is news by then is shown afterwards.
    if (told.in_maintenance || !isNews(told, known)) return true
    await delay(refreshDelayMs(chance()))
    if (isStopped) return true
    const result = await refresh(told.number)
    switch (result.kind) {
      case 'shown':
        // Behind one address there may be several servers, and one of them a moment late.
        if (result.edition < told.number) return false
        known = told
        return true
      case 'failed':
        return false
      case 'overtaken':
        // The next round sees that this is still news.
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
    stop() {
      isStopped = true
      clearTimeout(nextPoll)
      clearTimeout(nextLook)
    },
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined

/** A number below the one known comes from a server that is a moment late, not from the past. */
function isNews(told: EditionState, known: EditionState) {
  if (told.number !== known.number) return told.number > known.number
  return told.stale_since !== known.stale_since || (told.turned_at ?? '') > (known.turned_at ?? '')
}

function delay(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms))
}
