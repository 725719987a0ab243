import { useEffect, useState } from 'react'

const TICK_MS = 30_000

/** Undefined in the server's HTML, which is the same at any time. */
export function useNow(): Date | undefined {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    setNow(new Date())
    const ticking = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(ticking)
  }, [])
  return now
}
