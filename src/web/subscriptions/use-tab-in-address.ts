import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

const TAB = 'tab'

/**
 * Which tab is open. It is in the address, so that it can be shared and loaded again: written beside the router, which
 * would load the page anew for it. Who selects another cloud for the whole site wants to see that one.
 */
export function useTabInAddress(tabs: readonly string[], own: string) {
  const { key, search } = useLocation()
  const [picked, setPicked] = useState({ key, own, tab: tabIn(search, tabs) })
  if (picked.key !== key) setPicked({ key, own, tab: tabIn(search, tabs) })
  else if (picked.own !== own) setPicked({ key, own, tab: undefined })

  useEffect(() => writeTab(picked.tab), [picked.tab])

  return [picked.tab ?? own, (tab: string) => setPicked({ key, own, tab })] as const
}

function writeTab(tab: string | undefined) {
  const url = new URL(window.location.href)
  if (tab === undefined) url.searchParams.delete(TAB)
  else url.searchParams.set(TAB, tab)
  const isThere = url.href === window.location.href
  if (!isThere) window.history.replaceState(window.history.state, '', url)
}

function tabIn(search: string, tabs: readonly string[]) {
  const asked = new URLSearchParams(search).get(TAB)
  return tabs.find((tab) => tab === asked)
}
