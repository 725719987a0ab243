/**
 * Reorders notices (newest first) so that those of one subject happen in a sensible order: a lower rank is older. An
 * application is added before it is changed and changed before it is retired.
 */
export function inOrder<T>(
  notices: readonly T[],
  { subjectOf, rankOf }: { subjectOf: (notice: T) => unknown; rankOf: (notice: T) => number },
): T[] {
  const waiting = new Map<unknown, T[]>()
  for (const notice of notices) {
    const subject = subjectOf(notice)
    waiting.set(subject, [...(waiting.get(subject) ?? []), notice])
  }
  for (const mine of waiting.values()) mine.sort((a, b) => rankOf(b) - rankOf(a))
  return notices.map((notice) => waiting.get(subjectOf(notice))?.shift() ?? notice)
}
