import { useSyncExternalStore } from 'react'

/** The hash of the address. The server never hears of it, so the first rendering has none. */
export function useHash(): string {
  return useSyncExternalStore(
    onHash,
    () => location.hash,
    () => '',
  )
}

function onHash(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** G-19: a browser that is sent to sign in takes the hash of the page it wanted along. */
export function withHash(path: string, hash: string): string {
  return path.includes('#') ? path : path + hash
}
