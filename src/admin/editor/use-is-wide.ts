import { useSyncExternalStore } from 'react'

/** Room for two columns beside the rail. */
const WIDE = '(min-width: 1200px)'

export function useIsWide(): boolean {
  return useSyncExternalStore(onWidth, isWide, () => true)
}

function isWide() {
  return matchMedia(WIDE).matches
}

function onWidth(listener: () => void) {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
