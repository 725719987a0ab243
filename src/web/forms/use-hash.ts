import { useSyncExternalStore } from 'react'

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

/** G-19: keeps the hash of the requested page when redirecting to sign-in. */
export function withHash(path: string, hash: string): string {
  return path.includes('#') ? path : path + hash
}
