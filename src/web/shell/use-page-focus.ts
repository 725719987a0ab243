import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a change of page, focus goes to its heading, so that it is read out and the keyboard starts there. */
export function usePageFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash } = useLocation()
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    // A hash names its own target, which the browser or the page goes to.
    if (hash !== '') return
    const heading = main.current?.querySelector<HTMLElement>('h1')
    const target = heading ?? main.current
    if (target === heading) heading?.setAttribute('tabindex', '-1')
    target?.focus({ preventScroll: true })
  }, [pathname, hash])
  return main
}
