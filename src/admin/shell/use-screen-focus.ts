import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After navigation, focus moves to the heading for screen readers and keyboard, unless the screen has focused one of
 * its fields.
 */
export function useScreenFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname, state } = useLocation()
  const lastPath = useRef(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state only matters on arrival.
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    if (state === TO_SEARCH && focusSearch()) return
    if (isInField(main.current)) return
    const heading = main.current?.querySelector('h1')
    if (heading === null || heading === undefined) return main.current?.focus({ preventScroll: true })
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** Navigation state: focus the search box on arrival. */
export const TO_SEARCH = 'to-search'

/** Returns whether the screen has a search box. */
export function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('main [data-search]')
  box?.focus()
  return box !== null
}

function isInField(main: HTMLElement | null) {
  const active = document.activeElement
  return main?.contains(active) === true && active?.matches(FIELDS) === true
}

const FIELDS = 'input, textarea, select, [contenteditable="true"]'
