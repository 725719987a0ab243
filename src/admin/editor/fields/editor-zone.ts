import { useSyncExternalStore } from 'react'
import { UTC } from '../../../domain/format-time.ts'
import { useAccountTimeZone, useBrowserTimeZone } from '../../../ui/times/time-zone.ts'

/** The zone that somebody writes times in: that of the account, else of the browser, until they choose another of these. */
export function useEditorZone(): { zone: string; others: readonly string[] } {
  const ofAccount = useAccountTimeZone()
  const ofBrowser = useBrowserTimeZone()
  const chosen = useSyncExternalStore(onChange, chosenZone, () => undefined)
  const known = [...new Set([ofAccount ?? ofBrowser, ofBrowser, UTC])]
  const zone = known.find((one) => one === chosen) ?? known[0] ?? UTC
  return { zone, others: known.filter((one) => one !== zone) }
}

/** Holds for all fields, until the page is loaded anew. */
export function writeTimesIn(zone: string) {
  chosen = zone
  for (const tell of listeners) tell()
}

let chosen: string | undefined
const listeners = new Set<() => void>()

function chosenZone() {
  return chosen
}

function onChange(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
