import { type RefObject, useEffect, useState } from 'react'

interface ScrollHints {
  'data-more-before'?: ''
  'data-more-after'?: ''
}

/** Rounding leaves fractions of a pixel at either end. */
const NEAR_PX = 2

/** Tells the style on which side of a sideways scrolling row something is out of sight. */
export function useScrollHints(row: RefObject<HTMLElement | null>): ScrollHints {
  const [hints, setHints] = useState<ScrollHints>({})
  useEffect(() => {
    const list = row.current
    if (list === null) return
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = list
      setHints({
        ...(scrollLeft > NEAR_PX && { 'data-more-before': '' }),
        ...(scrollLeft + clientWidth < scrollWidth - NEAR_PX && { 'data-more-after': '' }),
      })
    }
    look()
    const resizing = new ResizeObserver(look)
    resizing.observe(list)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      resizing.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [row])
  return hints
}
