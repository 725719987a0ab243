import { useSyncExternalStore } from 'react'

/** Whoever has paused the replay finds it paused until the visit is over; nothing is stored for that. */
export function useIsPaused(): boolean {
  return useSyncExternalStore(
    onChoice,
    () => isPaused,
    () => false,
  )
}

export function choosePaused(chosen: boolean) {
  isPaused = chosen
  for (const tell of listeners) tell()
}

let isPaused = false
const listeners = new Set<() => void>()

function onChoice(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
