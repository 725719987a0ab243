export function nextTab(
  key: string,
  { focused, count, isColumn = false }: { focused: number; count: number; isColumn?: boolean },
): number | undefined {
  switch (key) {
    case isColumn ? 'ArrowDown' : 'ArrowRight':
      return (focused + 1) % count
    case isColumn ? 'ArrowUp' : 'ArrowLeft':
      return (focused - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
