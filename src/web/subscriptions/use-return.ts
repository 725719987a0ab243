import { useEffect, useRef } from 'react'

/** A window may tell of one return twice, and whoever goes to and fro asks for nothing new each time. */
const NOT_AGAIN_FOR_MS = 3_000

/** Whoever comes back to the page may have changed something elsewhere. */
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
