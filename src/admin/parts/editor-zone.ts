import { useSyncExternalStore } from 'react'
import { UTC } from '../../domain/format-time.ts'
import { makeListeners } from '../../ui/listeners.ts'
import { useAccountTimeZone, useBrowserTimeZone } from '../../ui/times/time-zone.ts'

export function useEditorZone(): { zone: string; others: readonly string[] } {
  const ofAccount = useAccountTimeZone()
  const ofBrowser = useBrowserTimeZone()
  const chosen = useSyncExternalStore(onChange, chosenZone, () => undefined)
  const known = [...new Set([ofAccount ?? ofBrowser, ofBrowser, UTC])]
  const zone = known.find((one) => one === chosen) ?? known[0] ?? UTC
  return { zone, others: known.filter((one) => one !== zone) }
}

export function writeTimesIn(zone: string) {
  chosen = zone
  listeners.notifyAll()
}

let chosen: string | undefined
const listeners = makeListeners()

function chosenZone() {
  return chosen
}

const onChange = listeners.add
