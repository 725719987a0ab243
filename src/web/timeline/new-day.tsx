import { useContext, useEffect } from 'react'
import { timelineWindow } from '../../domain/timeline/timeline-window.ts'
import { RefreshContext } from '../live/refresh-context.ts'
import { useTimelineNow } from './use-timeline-now.ts'

/** Midnight is the same for every open page: spread the requests over half a minute. */
const SPREAD_MS = 30_000
const TRY_AGAIN_MS = 60_000

/** S-02: a new UTC day loads a new week in the background; a failure is retried. */
export function NewDay({ serverTime }: { serverTime: string }) {
  const now = useTimelineNow(serverTime)
  const refresh = useContext(RefreshContext)
  const isNewDay = now >= timelineWindow({ now: new Date(serverTime), page: 0 }).end
  useEffect(() => {
    if (!isNewDay || refresh === undefined) return
    const ask = () => {
      timer = setTimeout(ask, TRY_AGAIN_MS)
      void refresh()
    }
    let timer = setTimeout(ask, Math.random() * SPREAD_MS)
    return () => clearTimeout(timer)
  }, [isNewDay, refresh])
  return null
}
