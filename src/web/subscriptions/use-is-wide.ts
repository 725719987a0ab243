import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 992px)'

/** Whether there is room for two columns; in the server's HTML there is not. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    onWidth,
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
}

function onWidth(listener: () => void) {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
