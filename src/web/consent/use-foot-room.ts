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
    // The observer tells before the first frame is painted, and does not make the browser lay out the page for it.
    const watching = new ResizeObserver(([entry]) =>
      style.setProperty('--foot-room', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    )
    watching.observe(taking)
    return () => {
      watching.disconnect()
      style.removeProperty('--foot-room')
    }
  }, [element])
}
