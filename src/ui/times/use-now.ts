import { useEffect, useState } from 'react'

const TICK_MS = 30_000

/** The time, once the page lives in a browser. The server's HTML is the same for every moment, so it has none. */
export function useNow(): Date | undefined {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    setNow(new Date())
    const ticking = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(ticking)
  }, [])
  return now
}
