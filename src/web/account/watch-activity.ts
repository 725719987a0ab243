import { readStored, store } from '../../ui/parts/device-storage.ts'
import { ACTIVITY_EVENTS, judgeActivity, readTime, writtenTime } from './activity.ts'

/** When somebody last did something here, and when the server was last told: the same for all tabs. */
const ACTIVE_AT_NAME = 'candor-active-at'
const TOLD_AT_NAME = 'candor-activity-told-at'

const NOTE_EVERY_MS = 5_000
const LOOK_EVERY_MS = 15_000
/** When the server could not be told. */
const TELL_AGAIN_AFTER_MS = 60_000

export interface ActivityWatch {
  /** Of the session that is open: times of another one say nothing. */
  security: string
  /** The server hears that somebody is there; or whether it did not. */
  tell(): Promise<boolean>
  /** nobody has been there for too long. */
  onIdle(): void
}

/** until it is stopped. That the page loaded is something that was done. */
export function watchActivity({ security, tell, onIdle }: ActivityWatch): () => void {
  const activeAt = sharedTime(ACTIVE_AT_NAME, security)
  const toldAt = sharedTime(TOLD_AT_NAME, security)
  let notedAtMs = Number.NEGATIVE_INFINITY
  let failedAtMs = Number.NEGATIVE_INFINITY

  /** What is done too late keeps no session open: it may be somebody else who comes by. */
  function note() {
    const nowMs = Date.now()
    const isNoted = Math.abs(nowMs - notedAtMs) < NOTE_EVERY_MS
    if (isNoted || isOver(nowMs)) return
    notedAtMs = nowMs
    activeAt.set(nowMs)
    look()
  }

  function look() {
    if (!isOver(Date.now()) && isToTell()) void alone(tellIfNobodyDid)
  }

  async function tellIfNobodyDid() {
    if (!isToTell()) return
    const nowMs = Date.now()
    if (await tell()) toldAt.set(nowMs)
    else failedAtMs = nowMs
  }

  function isToTell() {
    const nowMs = Date.now()
    const hasJustFailed = Math.abs(nowMs - failedAtMs) < TELL_AGAIN_AFTER_MS
    if (hasJustFailed) return false
    const activeAtMs = activeAt.get(nowMs) ?? nowMs
    return judgeActivity({ nowMs, activeAtMs, toldAtMs: toldAt.get(nowMs) ?? 0 }) === 'to-tell'
  }

  function isOver(nowMs: number) {
    const activeAtMs = activeAt.get(nowMs) ?? nowMs
    if (judgeActivity({ nowMs, activeAtMs, toldAtMs: nowMs }) !== 'idle') return false
    stop()
    onIdle()
    return true
  }

  const timer = setInterval(look, LOOK_EVERY_MS)
  for (const event of ACTIVITY_EVENTS) window.addEventListener(event, note, OF_EVERY_ELEMENT)
  document.addEventListener('visibilitychange', look)

  function stop() {
    clearInterval(timer)
    for (const event of ACTIVITY_EVENTS) window.removeEventListener(event, note, OF_EVERY_ELEMENT)
    document.removeEventListener('visibilitychange', look)
  }

  note()
  return stop
}

/** Scrolling inside of something is told to nobody above it. */
const OF_EVERY_ELEMENT = { capture: true, passive: true } as const

/** Timers of several tabs fire in one moment, before one sees what another has stored. Then one of them is enough. */
async function alone(act: () => Promise<void>) {
  // Browsers have it where the connection is secure.
  if (navigator.locks === undefined) return act()
  await navigator.locks.request(TOLD_AT_NAME, { ifAvailable: true }, (lock) =>
    lock === null ? undefined : act(),
  )
}

/** Where a device stores nothing, each tab knows of itself alone. */
function sharedTime(name: string, security: string) {
  let own: string | undefined
  return {
    get: (nowMs: number) => readTime(readStored(name) ?? own, { security, nowMs }),
    set(timeMs: number) {
      own = writtenTime(timeMs, security)
      store(name, own)
    },
  }
}
