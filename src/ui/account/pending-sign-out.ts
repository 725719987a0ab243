import type { ReadableSession } from '../../domain/account/session-cookies.ts'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import { forget, readStored, store } from '../parts/device-storage.ts'
import { callAccount } from './call-account.ts'
import { currentSession } from './session.ts'

/** By them the server can be told later. They open nothing without the session's own cookie, which no script can read. */
type SignOutTokens = Pick<ReadableSession, 'csrf' | 'logout'>

const PENDING_NAME = 'candor-sign-out-pending'
/** The session is over: by this call, or by what came before it. */
const HEARD_STATUSES = [401, 403]

/** Where a device stores nothing, this page alone knows. */
let own: string | undefined
let attempts = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** tells the server, and keeps in mind that it is to be told until it has answered. Whether it has. */
export async function tellSignOut(tokens: SignOutTokens): Promise<boolean> {
  const pending = `${tokens.csrf} ${tokens.logout}`
  own = pending
  store(PENDING_NAME, pending)
  const called = await callAccount('POST /user/logout', { token: tokens.logout }, { csrf: tokens.csrf })
  const isHeard = called.kind === 'done' || HEARD_STATUSES.includes(called.status)
  if (isHeard && pendingNow() === pending) forgetPending()
  if (!isHeard) tryLater()
  return isHeard
}

/** Until it is stopped: what could not be told on a page before this one, or while the network was away. */
export function followSignOuts(): () => void {
  tryAgain()
  window.addEventListener('online', tryAgain)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', tryAgain)
  }
}

function tryLater() {
  attempts++
  clearTimeout(timer)
  timer = setTimeout(tryAgain, retryDelayMs({ attempts, chance: Math.random() }))
}

function tryAgain() {
  const [csrf, logout] = pendingNow()?.split(' ') ?? []
  if (csrf === undefined || logout === undefined) return
  // Whoever signs in ends the session before it.
  if (currentSession().kind === 'signed-in') return forgetPending()
  void tellSignOut({ csrf, logout })
}

function pendingNow() {
  return readStored(PENDING_NAME) ?? own
}

function forgetPending() {
  own = undefined
  attempts = 0
  forget(PENDING_NAME)
}
