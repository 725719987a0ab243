import { type RefObject, useEffect, useState } from 'react'

/** Whether any part of the element is on the screen; until the browser tells, it is taken to be. */
export function useIsInView(element: RefObject<Element | null>): boolean {
  const [isInView, setIsInView] = useState(true)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver((entries) => {
      const newest = entries.at(-1)
      if (newest !== undefined) setIsInView(newest.isIntersecting)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInView
}
