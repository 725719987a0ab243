import { useSyncExternalStore } from 'react'

/** `unknown` in the server's HTML and without scripts. */
export type Motion = 'unknown' | 'reduced' | 'allowed'

export function useMotion(): Motion {
  return useSyncExternalStore(onMotion, motion, () => 'unknown')
}

const REDUCED = '(prefers-reduced-motion: reduce)'

function motion(): Motion {
  return window.matchMedia(REDUCED).matches ? 'reduced' : 'allowed'
}

function onMotion(listener: () => void) {
  const query = window.matchMedia(REDUCED)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
