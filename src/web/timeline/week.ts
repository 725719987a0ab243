import { useMemo } from 'react'
import type { AllScope } from '../../domain/notifying/subscribable.ts'
import type { TimelineWindow } from '../../domain/timeline/timeline-window.ts'
import { useTimeZone } from '../../ui/times/time-zone.ts'
import type { PageContext } from '../page.ts'
import type { Issues } from './row-state.ts'
import { type TimelineBlock, windowOf } from './timeline-block.ts'
import { useTimelineNow } from './use-timeline-now.ts'

export interface Week {
  page: number
  window: TimelineWindow
  now: Date
  issues: Issues
  /** Zone of displayed times; the days of the timeline are UTC. */
  zone: string
  context: PageContext
  all: AllScope
}

/**
 * `now` advances while the page is open. Returns the same value until something in it changes, because 160
 * rows are rendered from it.
 */
export function useWeek(
  { page, now: serverTime }: Pick<TimelineBlock, 'page' | 'now'>,
  issues: Issues,
  context: PageContext,
  all: AllScope,
): Week {
  const nowMs = useTimelineNow(serverTime).getTime()
  const zone = useTimeZone()
  return useMemo(
    () => ({
      page,
      window: windowOf({ page, now: serverTime }),
      now: new Date(nowMs),
      issues,
      zone,
      context,
      all,
    }),
    [page, serverTime, nowMs, issues, zone, context, all],
  )
}
