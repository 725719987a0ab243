import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Debounce: browsers limit how often the address may change. */
const WRITE_ADDRESS_AFTER_MS = 300

export interface SearchAddress {
  searchIn: (query: URLSearchParams) => string
  searchOf: (typed: string) => string
  address: (path: string, search: string) => string
}

export function useSearchInAddress(
  path: string,
  query: URLSearchParams,
  { searchIn, searchOf, address }: SearchAddress,
) {
  const { key } = useLocation()
  const [written, setWritten] = useState<{ key: string; typed: string }>()
  // Navigation replaces what was typed before.
  const typed = written?.key === key ? written.typed : searchIn(query)
  const search = searchOf(typed)

  useEffect(() => {
    const isThere = searchIn(new URLSearchParams(window.location.search)) === search
    if (isThere) return
    // Bypasses the router, which would reload the page for what is already on screen.
    const writing = setTimeout(
      () => window.history.replaceState(window.history.state, '', address(path, search)),
      WRITE_ADDRESS_AFTER_MS,
    )
    return () => clearTimeout(writing)
  }, [path, search, searchIn, address])

  return { typed, search, type: (text: string) => setWritten({ key, typed: text }) }
}
