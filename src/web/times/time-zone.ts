import { useSyncExternalStore } from 'react'
import { knownTimeZone, UTC } from '../../domain/format-time.ts'
import { onPreferences, recall, remember } from '../preferences.ts'

/** The zone that this reader wants times in (L-11). The server's pages are the same for everyone: UTC. */
export function useTimeZone(): string {
  return useSyncExternalStore(onTimeZone, timeZone, () => UTC)
}

/** The zone of the reader's own clock, as far as the browser tells it. */
export function useBrowserTimeZone(): string {
  return useSyncExternalStore(never, browserTimeZone, () => UTC)
}

export function chooseTimeZone(zone: string) {
  remember('time-zone', zone)
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
  current ??= knownTimeZone(recall('time-zone')) ?? UTC
  return current
}

const listeners = new Set<() => void>()
let stopFollowing = () => {}

function onTimeZone(listener: () => void) {
  if (listeners.size === 0) stopFollowing = onPreferences(refreshTimeZone)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stopFollowing()
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
