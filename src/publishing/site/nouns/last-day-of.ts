/** The last day of something retired now: today, unless it ended before or starts later. */
export function lastDayOf({ from, to }: { from: string; to: string | null }, now: Date): string {
  const today = now.toISOString().slice(0, 10)
  if (to !== null && to < today) return to
  return from > today ? from : today
}
