import { useState } from 'react'
import { startOfMinute } from '../../domain/time.ts'
import { useNow } from '../../ui/times/use-now.ts'

export function useTimelineNow(serverTime: string): Date {
  const clock = useNow()
  const [since, setSince] = useState<{ serverTime: string; clock: Date }>()
  const isFresh = since?.serverTime === serverTime
  if (clock !== undefined && !isFresh) setSince({ serverTime, clock })
  return nowOfPage({ serverTime: new Date(serverTime), clock, clockAtLoad: isFresh ? since.clock : clock })
}

/** Cached pages are rendered every minute; an older one comes from the browser's cache. */
const FRESH_FOR_MS = 120_000

/**
 * The reader's clock measures the time passed since the page arrived; the server knows the absolute time
 * better. Only a page from the browser's cache has an outdated server time, and then the reader's clock is
 * the best available.
 */
export function nowOfPage({
  serverTime,
  clock,
  clockAtLoad,
}: {
  serverTime: Date
  /** Undefined on the server. */
  clock: Date | undefined
  clockAtLoad: Date | undefined
}): Date {
  if (clock === undefined || clockAtLoad === undefined) return serverTime
  const isOfTheServer = clockAtLoad.getTime() - serverTime.getTime() < FRESH_FOR_MS
  if (!isOfTheServer) return wholeMinute(clock.getTime())
  return wholeMinute(serverTime.getTime() + Math.max(0, clock.getTime() - clockAtLoad.getTime()))
}

/** Like the server's time. Within a minute nothing moves by a pixel, so nothing is rendered again. */
function wholeMinute(ms: number): Date {
  return new Date(startOfMinute(ms))
}
