import { stateOfSeverity } from '../../domain/record.ts'
import type { TimelineWindow } from '../../domain/timeline/timeline-window.ts'
import { type Issue, placeIssues } from './place-issues.ts'
import { roundPercent, windowPercent } from './window-percent.ts'

/** In percent of the window. */
export interface LinePiece {
  kind: 'running' | 'decommissioned'
  from: number
  to: number
}

export interface Life {
  isActive: boolean
  /** UTC days. A service runs from the start of its first day until the start of its last. */
  startDate: string
  endDate: string | null
}

/** Solid while it ran, with gaps for issues, dashed once decommissioned, nothing after now. */
export function lifeLine({
  life,
  issues,
  window,
  now,
}: {
  life: Life
  issues: readonly Issue[]
  window: TimelineWindow
  now: Date
}): LinePiece[] {
  const nowPercent = windowPercent(window, now.getTime())
  const born = Math.min(windowPercent(window, Date.parse(life.startDate)), nowPercent)
  const gone = Math.min(Math.max(goneAt(life, window), born), nowPercent)
  const running = between(born, gone, troublesOf(issues, window, now))
  return [
    ...running.map((piece) => ({ kind: 'running' as const, ...piece })),
    ...(gone < nowPercent ? [{ kind: 'decommissioned' as const, from: gone, to: nowPercent }] : []),
  ]
}

/** S-09: decommissioned without a date means all along. */
function goneAt({ isActive, endDate }: Life, window: TimelineWindow) {
  if (endDate !== null) return windowPercent(window, Date.parse(endDate))
  return isActive ? 100 : 0
}

/** Informational notices don't interrupt a service. */
function troublesOf(issues: readonly Issue[], window: TimelineWindow, now: Date) {
  const troubles = issues.filter(({ severityTid }) => stateOfSeverity(severityTid) !== 'operational')
  return placeIssues({ issues: troubles, window, now })
    .map(({ x, width }) => ({ from: x, to: roundPercent(x + width) }))
    .sort((a, b) => a.from - b.from)
}

function between(from: number, to: number, holes: readonly { from: number; to: number }[]) {
  const pieces: { from: number; to: number }[] = []
  let at = from
  for (const hole of holes) {
    if (hole.from > at) pieces.push({ from: at, to: Math.min(hole.from, to) })
    at = Math.max(at, hole.to)
    if (at >= to) break
  }
  if (at < to) pieces.push({ from: at, to })
  return pieces.filter((piece) => piece.from < piece.to)
}
