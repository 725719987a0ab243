import type { AllScope } from '../../domain/telling/subscribable.ts'
import type { TimelineWindow } from '../../domain/timeline/timeline-window.ts'
import { useTimeZone } from '../../ui/times/time-zone.ts'
import type { PageContext } from '../page.ts'
import type { Issues } from './row-state.ts'
import { type TimelineBlock, windowOf } from './timeline-block.ts'
import { useTimelineNow } from './use-timeline-now.ts'

/** The week that a block shows, and all that its rows have in common. */
export interface Week {
  page: number
  window: TimelineWindow
  now: Date
  issues: Issues
  /** The zone in which times are told; the days of the timeline are UTC. */
  zone: string
  context: PageContext
  /** The All that its rows are part of. */
  all: AllScope
}

/** The week of a block, alive: `now` goes on while the page is open. */
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
