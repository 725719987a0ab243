import type { ReadableSession } from '../../domain/account/session-cookies.ts'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import { forget, readStored, store } from '../parts/device-storage.ts'
import { callAccount } from './call-account.ts'
import { currentSession } from './session.ts'

/** For notifying the server later. Useless without the session cookie, which scripts can't read. */
type SignOutTokens = Pick<ReadableSession, 'csrf' | 'logout'>

const PENDING_NAME = 'candor-sign-out-pending'
/** The session is over, by this call or earlier. */
const RECEIVED_STATUSES = [401, 403]

/** If storage is unavailable, only this page knows. */
let own: string | undefined
let attempts = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** notifies the server, retrying until it answers. Resolves to whether it has. */
export async function sendSignOut(tokens: SignOutTokens): Promise<boolean> {
  const pending = `${tokens.csrf} ${tokens.logout}`
  own = pending
  store(PENDING_NAME, pending)
  const called = await callAccount('POST /user/logout', { token: tokens.logout }, { csrf: tokens.csrf })
  const isReceived = called.kind === 'done' || RECEIVED_STATUSES.includes(called.status)
  if (isReceived && pendingNow() === pending) forgetPending()
  if (!isReceived) tryLater()
  return isReceived
}

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
  // A new sign-in ends the previous session.
  if (currentSession().kind === 'signed-in') return forgetPending()
  void sendSignOut({ csrf, logout })
}

function pendingNow() {
  return readStored(PENDING_NAME) ?? own
}

function forgetPending() {
  own = undefined
  attempts = 0
  forget(PENDING_NAME)
}
