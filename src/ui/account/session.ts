import { useSyncExternalStore } from 'react'
import { clearedReadableCookies, readableSession } from '../../domain/account/session-cookies.ts'
import { store } from '../parts/device-storage.ts'
import { writeCookie } from '../parts/write-cookie.ts'
import { tellSignOut } from './pending-sign-out.ts'

/** What this browser knows of the reader's session. The server alone decides; this is what a page goes by. */
export type Session =
  /** The server's page is the same for everyone. It is shown as to whoever is signed out. */
  | { kind: 'unknown' }
  | { kind: 'signed-out'; because: SignedOutBecause }
  | { kind: 'signed-in'; endsAtMs: number /** Another one for every session. */; security: string }

export type SignedOutBecause =
  /** Nobody has signed in, or somebody signed out in another tab. */
  | 'not-signed-in'
  /** The reader asked for it on this page, which leads elsewhere by itself. */
  | 'asked'
  /** Its time is over, or the server knows it no more. */
  | 'ended'
  /** U-08: the same, found out by a control, which leads elsewhere and says so itself. */
  | 'lost'

/** What other tabs hear of, beside looking themselves. */
const CHANGED_NAME = 'candor-session-changed'
/** Cookies tell nobody when they change or run out. */
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

/** To call after a sign-in, or whatever else changed the cookies. Other tabs follow. */
export function sessionChanged() {
  look('asked')
  store(CHANGED_NAME, String(Date.now()))
}

/** the tokens go, whatever the server has made of them. */
export function forgetSession(because: SignedOutBecause) {
  for (const cookie of clearedReadableCookies({ isSecure: location.protocol === 'https:' })) {
    writeCookie(cookie)
  }
  look(because)
  store(CHANGED_NAME, String(Date.now()))
}

const listeners = new Set<() => void>()

/** Told when somebody signs in or out, in this tab or in another. */
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
  for (const tell of listeners) tell()
}

/** both tokens are there, and the time that was set is not over. */
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

/** Whoever leaves does not wait for a server that does not answer. */
const WAIT_AT_MOST_MS = 4_000

/**
 * whatever the server will say to it, the reader is signed out at once. Gives back whether the server knows; it
 * is told again otherwise. Where to go then is for the caller.
 */
export async function signOut(because: SignedOutBecause = 'asked'): Promise<boolean> {
  const session = readableSession(document.cookie)
  const told = session === undefined ? true : tellSignOut(session)
  forgetSession(because)
  return Promise.race([told, delay(WAIT_AT_MOST_MS).then(() => false)])
}

function delay(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms))
}
