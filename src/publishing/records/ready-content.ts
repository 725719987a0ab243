import { endStated } from '../../domain/incident-end.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'

export function readyContent(
  content: RecordContent,
  {
    isFirst,
    wasClosed,
    isClosed,
    now,
  }: { isFirst: boolean; wasClosed: boolean; isClosed: boolean; now: Date },
): RecordContent {
  const at = now.toISOString()
  const closedOn = isClosed ? (content.closed_on ?? at) : null
  const hasNoStart = content.kind === 'incident' && content.from_time === null && isFirst
  const startsLate = content.kind === 'incident' && content.from_time !== null && content.from_time > at
  return {
    ...content,
    title: content.title.trim(),
    // Without a stated start, an incident starts when it is published. A start in the future comes from a
    // clock that is fast.
    from_time: hasNoStart ? (closedOn ?? at) : startsLate ? at : content.from_time,
    to_time:
      wasClosed && !isClosed
        ? expectedEnd(content, now)
        : endStated(content.kind, { to: content.to_time, closed: closedOn }),
    closed_on: closedOn,
    embargo: null,
  }
}

/** An open incident has not ended: its stated end turned out to be wrong. */
function expectedEnd({ kind, to_time }: RecordContent, now: Date): string | null {
  const isWrong = kind === 'incident' && to_time !== null && to_time <= now.toISOString()
  return isWrong ? null : to_time
}
