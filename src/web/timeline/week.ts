import type { AllScope } from '../../domain/telling/subscribable.ts'
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

/** `now` advances while the page is open. */
export function useWeek(
  block: Pick<TimelineBlock, 'page' | 'now'>,
  issues: Issues,
  context: PageContext,
  all: AllScope,
): Week {
  return {
    page: block.page,
    window: windowOf(block),
    now: useTimelineNow(block.now),
    issues,
    zone: useTimeZone(),
    context,
    all,
  }
}
