import { useSyncExternalStore } from 'react'
import { knownTimeZone, UTC } from '../../domain/format-time.ts'
import { onUser, userState } from '../account/use-user.ts'
import { onPreferences, recall, remember, unchoose } from '../parts/preferences.ts'

/** The zone that this reader wants times in (L-11). The server's pages are the same for everyone: UTC. */
export function useTimeZone(): string {
  return useSyncExternalStore(onTimeZone, timeZone, () => UTC)
}

/** The zone of the reader's own clock, as far as the browser tells it. */
export function useBrowserTimeZone(): string {
  return useSyncExternalStore(never, browserTimeZone, () => UTC)
}

/** the zone of the reader's account, while somebody is signed in who has set one. */
export function useAccountTimeZone(): string | undefined {
  return useSyncExternalStore(onUser, accountTimeZone, () => undefined)
}

export function chooseTimeZone(zone: string) {
  remember('time-zone', zone)
  refreshTimeZone()
}

/** whoever sets the zone of the account wants to see it, whatever was chosen on this device before. */
export function followAccountTimeZone() {
  unchoose('time-zone')
  refreshTimeZone()
}

/** S-11: asks again where the zone comes from, and tells everything that shows a time. */
export function refreshTimeZone() {
  current = undefined
  for (const tell of listeners) tell()
}

/** Every time on a page asks for it, so it is kept until something changes. */
let current: string | undefined

function timeZone(): string {
  current ??= timeZoneInForce({ chosen: recall('time-zone'), ofAccount: accountTimeZone() })
  return current
}

function accountTimeZone() {
  return knownTimeZone(userState().user?.timezone)
}

const listeners = new Set<() => void>()
let stopFollowing: (() => void)[] = []

function onTimeZone(listener: () => void) {
  if (listeners.size === 0) stopFollowing = [onPreferences(refreshTimeZone), onUser(refreshTimeZone)]
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) for (const stop of stopFollowing) stop()
  }
}

let ofBrowser: string | undefined

function browserTimeZone(): string {
  ofBrowser ??= knownTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? UTC
  return ofBrowser
}

function never() {
  return () => {}
}

/** L-11, A-17: what the reader chose on this device, else what the account says, else UTC. */
export function timeZoneInForce({
  chosen,
  ofAccount,
}: {
  chosen: string | undefined
  ofAccount: string | undefined
}): string {
  return knownTimeZone(chosen) ?? knownTimeZone(ofAccount) ?? UTC
}
