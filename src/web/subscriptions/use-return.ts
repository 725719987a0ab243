import { useEffect, useRef } from 'react'

/** Throttle: a window may report a return twice, and readers may switch back and forth. */
const NOT_AGAIN_FOR_MS = 3_000

/** Something may have changed elsewhere while the reader was away. */
export function useReturn(onReturn: () => void) {
  const latest = useRef(onReturn)
  useEffect(() => {
    latest.current = onReturn
  })
  useEffect(() => {
    let last = performance.now()
    function lookAgain() {
      const isSoon = performance.now() - last < NOT_AGAIN_FOR_MS
      if (document.hidden || isSoon) return
      last = performance.now()
      latest.current()
    }
    document.addEventListener('visibilitychange', lookAgain)
    window.addEventListener('focus', lookAgain)
    return () => {
      document.removeEventListener('visibilitychange', lookAgain)
      window.removeEventListener('focus', lookAgain)
    }
  }, [])
}
