import type { RecordContent } from '../../domain/newsroom/record-content.ts'

/** What publishing fills in by itself: nobody should have to type at night what follows from the rest. */
export function readyContent(
  content: RecordContent,
  { isFirst, isClosed, now }: { isFirst: boolean; isClosed: boolean; now: Date },
): RecordContent {
  const closedOn = isClosed ? (content.closed_on ?? now.toISOString()) : null
  const hasNoStart = content.kind === 'incident' && content.from_time === null && isFirst
  return {
    ...content,
    title: content.title.trim(),
    // An incident runs from somewhere on: if nobody says so, from when readers hear of it.
    from_time: hasNoStart ? (closedOn ?? now.toISOString()) : content.from_time,
    closed_on: closedOn,
  }
}
