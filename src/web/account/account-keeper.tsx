import { useContext, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { clearedFlashCookie, flashOfCookies } from '../../domain/account/flash.ts'
import { protectedPage } from '../../domain/account/protected-page.ts'
import { signInNoticeText } from '../../domain/account/sign-in-address.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { followSignOuts } from '../../ui/account/pending-sign-out.ts'
import { signOut, useSession } from '../../ui/account/session.ts'
import { followUser } from '../../ui/account/use-user.ts'
import { readStored, store } from '../../ui/parts/device-storage.ts'
import { writeCookie } from '../../ui/parts/write-cookie.ts'
import { useRoot } from '../../ui/root-data.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { RefreshContext } from '../live/refresh-context.ts'
import { useTakeAlong } from '../mine/take-along.tsx'
import { ACTIVITY_EVENTS, judgeActivity, readTime, writtenTime } from './activity.ts'
import { SignInLink } from './sign-in-link.tsx'

export function AccountKeeper() {
  useEffect(followUser, [])
  useEffect(followSignOuts, [])
  useFlash()
  useIdleSignOut()
  useEndAnnounced()
  useOwnView()
  useTakeAlong()
  return null
}

function useFlash() {
  useEffect(() => {
    const flash = flashOfCookies(document.cookie)
    if (flash === undefined) return
    writeCookie(clearedFlashCookie({ isSecure: location.protocol === 'https:' }))
    showToast(flash)
  }, [])
}

function useIdleSignOut() {
  const session = useSession()
  const security = session.kind === 'signed-in' ? session.security : undefined
  useEffect(() => {
    if (security === undefined) return
    return watchActivity({
      security,
      report: async () => (await callAccount('POST /api/user/activity', {})).kind === 'done',
      onIdle: () => void signOut('ended'),
    })
  }, [security])
}

/**
 * the page stays open without the user's own data, and a toast says why: it may be hours before
 * the user looks.
 */
function useEndAnnounced() {
  const session = useSession()
  const { provider } = useRoot().global
  const { pathname } = useLocation()
  const isEnded = session.kind === 'signed-out' && session.because === 'ended'
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, on the page where it happens.
  useEffect(() => {
    // A protected page redirects to sign-in, which shows the same message.
    const isSaidElsewhere = protectedPage(pathname) !== undefined
    if (!isEnded || isSaidElsewhere) return
    return showToast(signInNoticeText('session-ended', provider.name), {
      stays: true,
      action: (dismiss) => <SignInLink onClick={dismiss} />,
    })
  }, [isEnded])
}

/** S-10, L-09: reload the page as the signed-in user sees it, or as the public does after signing out. */
function useOwnView() {
  const session = useSession()
  const refresh = useContext(RefreshContext)
  const security = session.kind === 'signed-in' ? session.security : undefined
  const shownTo = useRef<string>(undefined)
  useEffect(() => {
    if (shownTo.current === security) return
    shownTo.current = security
    void refresh?.()
  }, [security, refresh])
}

const ACTIVE_AT_NAME = 'candor-active-at'
const REPORTED_AT_NAME = 'candor-activity-told-at'

const NOTE_EVERY_MS = 5_000
const LOOK_EVERY_MS = 15_000
const REPORT_AGAIN_AFTER_MS = 60_000

interface ActivityWatch {
  security: string
  report(): Promise<boolean>
  onIdle(): void
}

function watchActivity({ security, report, onIdle }: ActivityWatch): () => void {
  const activeAt = sharedTime(ACTIVE_AT_NAME, security)
  const reportedAt = sharedTime(REPORTED_AT_NAME, security)
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
    if (!isOver(Date.now()) && isToReport()) void alone(reportIfNobodyDid)
  }

  async function reportIfNobodyDid() {
    if (!isToReport()) return
    const nowMs = Date.now()
    if (await report()) reportedAt.set(nowMs)
    else failedAtMs = nowMs
  }

  function isToReport() {
    const nowMs = Date.now()
    const hasJustFailed = Math.abs(nowMs - failedAtMs) < REPORT_AGAIN_AFTER_MS
    if (hasJustFailed) return false
    const activeAtMs = activeAt.get(nowMs) ?? nowMs
    return judgeActivity({ nowMs, activeAtMs, reportedAtMs: reportedAt.get(nowMs) ?? 0 }) === 'to-report'
  }

  function isOver(nowMs: number) {
    const activeAtMs = activeAt.get(nowMs) ?? nowMs
    if (judgeActivity({ nowMs, activeAtMs, reportedAtMs: nowMs }) !== 'idle') return false
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

/** Timers of several tabs may fire at the same moment, before one sees what another stored. */
async function alone(act: () => Promise<void>) {
  // Missing on insecure connections.
  if (navigator.locks === undefined) return act()
  await navigator.locks.request(REPORTED_AT_NAME, { ifAvailable: true }, (lock) =>
    lock === null ? undefined : act(),
  )
}

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
