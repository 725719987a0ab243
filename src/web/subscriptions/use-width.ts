import { useSyncExternalStore } from 'react'

const WIDE = '(min-width: 992px)'
const PHONE = '(max-width: 767px)'

export type Width = 'phone' | 'middle' | 'wide'

/** What there is room for: one column of few words, one column, or two. The server's HTML is for the middle. */
export function useWidth(): Width {
  return useSyncExternalStore<Width>(onWidth, widthNow, () => 'middle')
}

function widthNow(): Width {
  if (window.matchMedia(WIDE).matches) return 'wide'
  return window.matchMedia(PHONE).matches ? 'phone' : 'middle'
}

function onWidth(listener: () => void) {
  const queries = [WIDE, PHONE].map((query) => window.matchMedia(query))
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}
