import { useState } from 'react'
import { useNow } from '../../ui/times/use-now.ts'

/** S-02: the time that the server told, moving on by the reader's clock. */
export function useTimelineNow(told: string): Date {
  const clock = useNow()
  const [since, setSince] = useState<{ told: string; clock: Date }>()
  const isFresh = since?.told === told
  if (clock !== undefined && !isFresh) setSince({ told, clock })
  return nowOfPage({ told: new Date(told), clock, clockWhenTold: isFresh ? since.clock : clock })
}

/** Kept pages are made anew every minute; one that is older by more was kept by the reader's browser. */
const FRESH_FOR_MS = 120_000

/**
 * The present time of a page that lives in a browser. What passes since the page came is measured by the reader's
 * clock; what time it is, the server knows better. Only a page that came out of the browser's own store has a time
 * of the server that is long past, and then the reader's clock is the best there is.
 */
export function nowOfPage({
  told,
  clock,
  clockWhenTold,
}: {
  told: Date
  /** Undefined on the server. */
  clock: Date | undefined
  clockWhenTold: Date | undefined
}): Date {
  if (clock === undefined || clockWhenTold === undefined) return told
  const isOfTheServer = clockWhenTold.getTime() - told.getTime() < FRESH_FOR_MS
  if (!isOfTheServer) return clock
  return new Date(told.getTime() + Math.max(0, clock.getTime() - clockWhenTold.getTime()))
}
