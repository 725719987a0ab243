import { readStored, store } from '../../ui/parts/device-storage.ts'
import { ACTIVITY_EVENTS, judgeActivity, readTime, writtenTime } from './activity.ts'

const ACTIVE_AT_NAME = 'candor-active-at'
const TOLD_AT_NAME = 'candor-activity-told-at'

const NOTE_EVERY_MS = 5_000
const LOOK_EVERY_MS = 15_000
const TELL_AGAIN_AFTER_MS = 60_000

export interface ActivityWatch {
  /** Times of other sessions are ignored. */
  security: string
  /** Resolves to whether the server got the report. */
  tell(): Promise<boolean>
  /** inactive for too long. */
  onIdle(): void
}

/** returns a function that stops watching. Loading the page counts as activity. */
export function watchActivity({ security, tell, onIdle }: ActivityWatch): () => void {
  const activeAt = sharedTime(ACTIVE_AT_NAME, security)
  const toldAt = sharedTime(TOLD_AT_NAME, security)
  let notedAtMs = Number.NEGATIVE_INFINITY
  let failedAtMs = Number.NEGATIVE_INFINITY

  /** Activity past the limit doesn't keep the session open: it may be a different person. */
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

/** Capture, because scroll events of inner elements don't bubble. */
const OF_EVERY_ELEMENT = { capture: true, passive: true } as const

/** Timers of several tabs may fire at the same moment, before one sees what another stored. One report is enough. */
async function alone(act: () => Promise<void>) {
  // Missing on insecure connections.
  if (navigator.locks === undefined) return act()
  await navigator.locks.request(TOLD_AT_NAME, { ifAvailable: true }, (lock) =>
    lock === null ? undefined : act(),
  )
}

/** If storage is unavailable, each tab only knows its own times. */
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
