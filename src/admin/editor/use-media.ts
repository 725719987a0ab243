import { useCallback, useSyncExternalStore } from 'react'

/** Room for two columns beside the rail. */
export const WIDE = '(min-width: 1200px)'
export const NARROW = '(max-width: 767px)'

export function useMedia(query: string): boolean {
  const onChange = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    onChange,
    () => matchMedia(query).matches,
    () => false,
  )
}
