import { useSyncExternalStore } from 'react'
import { knownTimeZone, UTC } from '../../domain/format-time.ts'
import { onUser, userState } from '../account/use-user.ts'
import { onPreferences, recall, remember, unchoose } from '../parts/preferences.ts'
import { browserTimeZone } from './moment-words.ts'

/** L-11: the zone for displaying times. UTC on the server, whose pages are the same for everyone. */
export function useTimeZone(): string {
  return useSyncExternalStore(onTimeZone, timeZone, () => UTC)
}

export function useBrowserTimeZone(): string {
  return useSyncExternalStore(never, browserTimeZone, () => UTC)
}

/** undefined if signed out or not set. */
export function useAccountTimeZone(): string | undefined {
  return useSyncExternalStore(onUser, accountTimeZone, () => undefined)
}

export function chooseTimeZone(zone: string) {
  remember('time-zone', zone)
  refreshTimeZone()
}

/** a newly saved account zone overrides an earlier choice on this device. */
export function followAccountTimeZone() {
  unchoose('time-zone')
  refreshTimeZone()
}

/** S-11: recomputes the zone and updates all displayed times. */
export function refreshTimeZone() {
  current = undefined
  for (const listener of listeners) listener()
}

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

function never() {
  return () => {}
}

export function timeZoneInForce({
  chosen,
  ofAccount,
}: {
  chosen: string | undefined
  ofAccount: string | undefined
}): string {
  return knownTimeZone(chosen) ?? knownTimeZone(ofAccount) ?? UTC
}
