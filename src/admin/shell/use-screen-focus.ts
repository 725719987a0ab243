import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a change of screen, focus goes to its heading, so that it is read out and the keyboard starts there; unless the
 * screen has put it into a field of its own.
 */
export function useScreenFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname, state } = useLocation()
  const lastPath = useRef(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for counts when somebody comes.
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

/** Whoever goes somewhere to search wants to type at once. */
export const TO_SEARCH = 'to-search'

/** Into the search of the screen, if it has one. */
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
