import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** The address follows when the reader pauses; browsers refuse to write it at every key. */
const WRITE_ADDRESS_AFTER_MS = 300

/** How a page's address holds a search. */
export interface SearchAddress {
  /** What the address asks for. */
  searchIn: (query: URLSearchParams) => string
  /** What of a typed text is searched for. */
  searchOf: (typed: string) => string
  address: (path: string, search: string) => string
}

/** What stands in a search box, and what of it is searched for. It lives in the address, so it can be shared. */
export function useSearchInAddress(
  path: string,
  query: URLSearchParams,
  { searchIn, searchOf, address }: SearchAddress,
) {
  const { key } = useLocation()
  const [written, setWritten] = useState<{ key: string; typed: string }>()
  // Whoever goes to an address gets what it asks for, whatever was typed at the one before.
  const typed = written?.key === key ? written.typed : searchIn(query)
  const search = searchOf(typed)

  useEffect(() => {
    const isThere = searchIn(new URLSearchParams(window.location.search)) === search
    if (isThere) return
    // Beside the router, which would load the page again for what is on the screen already.
    const writing = setTimeout(
      () => window.history.replaceState(window.history.state, '', address(path, search)),
      WRITE_ADDRESS_AFTER_MS,
    )
    return () => clearTimeout(writing)
  }, [path, search, searchIn, address])

  return { typed, search, type: (text: string) => setWritten({ key, typed: text }) }
}
