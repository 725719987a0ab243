import { type RefObject, useEffect, useState } from 'react'

/** Undefined until measured; the style then assumes that the row continues. */
type More = 'none' | 'before' | 'after' | 'both' | undefined

/** Rounding leaves fractions of a pixel at either end. */
const NEAR_PX = 2

export function useScrollHints(row: RefObject<HTMLElement | null>): More {
  const [more, setMore] = useState<More>()
  useEffect(() => {
    const list = row.current
    if (list === null) return
    const look = () => setMore(moreOf(list))
    look()
    const resizing = new ResizeObserver(look)
    resizing.observe(list)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      resizing.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [row])
  return more
}

function moreOf({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): More {
  const isBefore = scrollLeft > NEAR_PX
  const isAfter = scrollLeft + clientWidth < scrollWidth - NEAR_PX
  if (isBefore) return isAfter ? 'both' : 'before'
  return isAfter ? 'after' : 'none'
}
