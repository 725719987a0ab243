export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, index) => index !== from)
  const thing = list[from]
  if (thing === undefined) return [...list]
  const at = Math.max(0, Math.min(to, others.length))
  return [...others.slice(0, at), thing, ...others.slice(at)]
}

/** The index of a dragged row: before the first row whose middle is below it. */
export function placeUnder(
  rows: readonly { top: number; bottom: number }[],
  from: number,
  movedBy: number,
): number {
  const own = rows[from]
  if (own === undefined) return from
  const middle = (own.top + own.bottom) / 2 + movedBy
  const above = rows.filter((row, index) => index !== from && (row.top + row.bottom) / 2 < middle)
  return above.length
}
