import { useSyncExternalStore } from 'react'
import { clearedReadableCookies, readableSession } from '../../domain/account/session-cookies.ts'
import { store } from '../parts/device-storage.ts'
import { writeCookie } from '../parts/write-cookie.ts'
import { sendSignOut } from './pending-sign-out.ts'

export type Session =
  /** In the server's HTML, which is the same for everyone and shows the signed-out view. */
  | { kind: 'unknown' }
  | { kind: 'signed-out'; because: SignedOutBecause }
  | { kind: 'signed-in'; endsAtMs: number /** Different for every session. */; security: string }

export type SignedOutBecause =
  /** Never signed in, or signed out in another tab. */
  | 'not-signed-in'
  /** Signed out on this page, which then navigates. */
  | 'asked'
  /** Expired, or unknown to the server. */
  | 'ended'
  /** U-08: like `ended`, but noticed by a control, which navigates and reports it itself. */
  | 'lost'

const CHANGED_NAME = 'candor-session-changed'
/** Cookies change and expire without an event. */
const LOOK_EVERY_MS = 10_000

const UNKNOWN: Session = { kind: 'unknown' }

export function useSession(): Session {
  return useSyncExternalStore(onSession, currentSession, () => UNKNOWN)
}

let current: Session | undefined

export function currentSession(): Session {
  current ??= sessionInCookies()
  return current
}

export function sessionChanged() {
  look('asked')
  store(CHANGED_NAME, String(Date.now()))
}

/** removes the tokens, whatever the server says. */
export function forgetSession(because: SignedOutBecause) {
  for (const cookie of clearedReadableCookies({ isSecure: location.protocol === 'https:' })) {
    writeCookie(cookie)
  }
  look(because)
  store(CHANGED_NAME, String(Date.now()))
}

const listeners = new Set<() => void>()

export function onSession(listener: () => void) {
  if (listeners.size === 0) startLooking()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stopLooking()
  }
}

function look(because: SignedOutBecause) {
  const before = currentSession()
  const found = sessionInCookies()
  if (isSame(before, found)) return
  current = found.kind === 'signed-out' ? { kind: 'signed-out', because: reasonOf(before, because) } : found
  for (const listener of listeners) listener()
}

/** both tokens are present and not expired. */
function sessionInCookies(): Session {
  const readable = readableSession(document.cookie)
  return readable === undefined || readable.endsAtMs <= Date.now()
    ? { kind: 'signed-out', because: 'not-signed-in' }
    : { kind: 'signed-in', endsAtMs: readable.endsAtMs, security: readable.security }
}

function isSame(one: Session, other: Session) {
  if (one.kind !== 'signed-in' || other.kind !== 'signed-in') return one.kind === other.kind
  return one.security === other.security && one.endsAtMs === other.endsAtMs
}

function reasonOf(before: Session, because: SignedOutBecause): SignedOutBecause {
  const isOver = before.kind === 'signed-in' && before.endsAtMs <= Date.now()
  return isOver ? 'ended' : because
}

let timer: ReturnType<typeof setInterval> | undefined

function startLooking() {
  timer = setInterval(lookAround, LOOK_EVERY_MS)
  window.addEventListener('storage', followOtherTabs)
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, lookAround)
  document.addEventListener('visibilitychange', lookAround)
}

function stopLooking() {
  clearInterval(timer)
  window.removeEventListener('storage', followOtherTabs)
  for (const event of ['focus', 'pageshow']) window.removeEventListener(event, lookAround)
  document.removeEventListener('visibilitychange', lookAround)
}

function followOtherTabs({ key }: StorageEvent) {
  if (key === CHANGED_NAME || key === null) lookAround()
}

function lookAround() {
  look('not-signed-in')
}

/** Signing out doesn't wait for an unresponsive server. */
const WAIT_AT_MOST_MS = 4_000

/**
 * signs out immediately, whatever the server says. Resolves to whether the server knows. The caller
 * navigates.
 */
export async function signOut(because: SignedOutBecause = 'asked'): Promise<boolean> {
  const session = readableSession(document.cookie)
  const sent = session === undefined ? true : sendSignOut(session)
  forgetSession(because)
  return Promise.race([sent, delay(WAIT_AT_MOST_MS).then(() => false)])
}

function delay(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms))
}
