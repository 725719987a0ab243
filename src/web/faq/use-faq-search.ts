import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { faqAddress, faqSearch, searchOf } from '../../domain/faq/faq-query.ts'

/** The address follows when the reader pauses; browsers refuse to write it at every key. */
const WRITE_ADDRESS_AFTER_MS = 300

/** F-01: what stands in the search box, and what of it is searched for. It lives in the address, so it can be shared. */
export function useFaqSearch(path: string, query: URLSearchParams) {
  const { key } = useLocation()
  const [written, setWritten] = useState<{ key: string; typed: string }>()
  // Whoever goes to an address gets what it asks for, whatever was typed at the one before.
  const typed = written?.key === key ? written.typed : faqSearch(query)
  const search = searchOf(typed)

  useEffect(() => {
    const isThere = faqSearch(new URLSearchParams(window.location.search)) === search
    if (isThere) return
    // Beside the router, which would load the page again for what is on the screen already.
    const writing = setTimeout(
      () => window.history.replaceState(window.history.state, '', faqAddress(path, search)),
      WRITE_ADDRESS_AFTER_MS,
    )
    return () => clearTimeout(writing)
  }, [path, search])

  return { typed, search, type: (text: string) => setWritten({ key, typed: text }) }
}
