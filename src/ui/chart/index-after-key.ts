const PAGE_POINTS = 7

/** Like a slider: by a point, by a week of points, or to an end. */
export function indexAfterKey(index: number, key: string, count: number): number | undefined {
  const within = (wanted: number) => Math.max(0, Math.min(count - 1, wanted))
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return within(index + 1)
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(index - 1)
    case 'PageUp':
      return within(index + PAGE_POINTS)
    case 'PageDown':
      return within(index - PAGE_POINTS)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
