import { MARK_EXTENT_MINUTES, type PlacedIssue } from './place-issues.ts'

const WEEK_MINUTES = 10_080
const EXTENT_PERCENT = (MARK_EXTENT_MINUTES / WEEK_MINUTES) * 100
/** 10 px beside a mark, on the 310 px that a phone has for seven days. */
const REACH_PERCENT = (10 / 310) * 100

type Placed = Pick<PlacedIssue, 'x' | 'width' | 'lane' | 'anchor'>

/** The sides on which the touch target may extend: where there is no other mark and no star. */
export function markReach(mark: Placed, marks: readonly Placed[]): string {
  const { from, to } = extentOf(mark)
  const beside = marks.filter((other) => other !== mark && other.lane === mark.lane).map(extentOf)
  const isAnyBelow = marks.some(({ lane }) => lane > mark.lane)
  const isFreeBefore = beside.every((other) => other.from >= from || other.to + REACH_PERCENT <= from)
  const isFreeAfter = beside.every((other) => other.to <= to || to + REACH_PERCENT <= other.from)
  return [
    ...(mark.lane === 0 ? ['up'] : []),
    ...(isAnyBelow ? [] : ['down']),
    ...(isFreeBefore && from >= REACH_PERCENT ? ['left'] : []),
    ...(isFreeAfter ? ['right'] : []),
  ].join(' ')
}

function extentOf({ x, width, anchor }: Placed) {
  const end = x + width
  return anchor === 'start'
    ? { from: x, to: Math.max(end, x + EXTENT_PERCENT) }
    : { from: Math.min(x, end - EXTENT_PERCENT), to: end }
}
