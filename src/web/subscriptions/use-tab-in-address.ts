import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

const TAB = 'tab'

/**
 * Which tab is open. It is in the address, so that it can be shared and loaded again, and Back leads to the one before:
 * written beside the router, which would load the page anew before it shows the tab. Who selects another cloud for the whole site wants to see that one.
 */
export function useTabInAddress(tabs: readonly string[], own: string) {
  const { key, search, pathname } = useLocation()
  const [picked, setPicked] = useState({ key, own, tab: tabIn(search, tabs) })
  if (picked.key !== key) setPicked({ key, own, tab: tabIn(search, tabs) })
  else if (picked.own !== own) setPicked({ key, own, tab: undefined })

  useEffect(() => {
    const url = addressWith(picked.tab)
    if (url.href !== window.location.href) window.history.replaceState(window.history.state, '', url)
  }, [picked.tab])

  const known = tabs.join()
  useEffect(() => {
    function onHistory() {
      const isHere = window.location.pathname === pathname
      if (isHere) setPicked((before) => ({ ...before, tab: tabIn(window.location.search, known.split(',')) }))
    }
    window.addEventListener('popstate', onHistory)
    return () => window.removeEventListener('popstate', onHistory)
  }, [pathname, known])

  const open = picked.tab ?? own
  function pick(tab: string) {
    if (tab === open) return
    window.history.pushState(window.history.state, '', addressWith(tab))
    setPicked({ key, own, tab })
  }
  return [open, pick] as const
}

function addressWith(tab: string | undefined) {
  const url = new URL(window.location.href)
  if (tab === undefined) url.searchParams.delete(TAB)
  else url.searchParams.set(TAB, tab)
  return url
}

function tabIn(search: string, tabs: readonly string[]) {
  const asked = new URLSearchParams(search).get(TAB)
  return tabs.find((tab) => tab === asked)
}
