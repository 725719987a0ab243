import { type RefObject, useLayoutEffect } from 'react'

/**
 * Tells the page how much of its foot an element takes that stays at the lower edge of the screen: the document is
 * longer by so much and focus is scrolled clear of it, so that nothing can be under it for good.
 */
export function useFootRoom(element: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const taking = element.current
    if (taking === null) return
    const { style } = document.documentElement
    const tell = () => style.setProperty('--foot-room', `${taking.getBoundingClientRect().height}px`)
    tell()
    const watching = new ResizeObserver(tell)
    watching.observe(taking)
    return () => {
      watching.disconnect()
      style.removeProperty('--foot-room')
    }
  }, [element])
}
