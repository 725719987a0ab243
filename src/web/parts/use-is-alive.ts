import { useSyncExternalStore } from 'react'

/** False in the server's HTML and while scripts take it over, true from then on. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

function never() {
  return () => {}
}
