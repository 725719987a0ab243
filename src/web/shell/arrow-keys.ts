export function moveInColumns(panel: HTMLElement | null, key: string) {
  const columns = [...(panel?.querySelectorAll('[data-column]') ?? [])].map((column) => [
    ...column.querySelectorAll<HTMLElement>('a, button'),
  ])
  const column = columns.findIndex((links) => links.some(isFocused))
  const next = nextPlace(
    columns.map((links) => links.length),
    column === -1 ? undefined : { column, row: (columns[column] ?? []).findIndex(isFocused) },
    key,
  )
  if (next !== undefined) columns[next.column]?.[next.row]?.focus()
}

interface Place {
  column: number
  row: number
}

/** From outside, only an arrow down enters. Down and up continue into the next column. */
export function nextPlace(rows: readonly number[], from: Place | undefined, key: string): Place | undefined {
  if (from === undefined) return key === 'ArrowDown' ? { column: 0, row: 0 } : undefined
  const { column, row } = from
  switch (key) {
    case 'ArrowDown':
      return row + 1 < (rows[column] ?? 0)
        ? { column, row: row + 1 }
        : beside(rows, { column: column + 1, row: 0 })
    case 'ArrowUp':
      return row > 0
        ? { column, row: row - 1 }
        : beside(rows, { column: column - 1, row: Number.POSITIVE_INFINITY })
    case 'ArrowRight':
      return beside(rows, { column: column + 1, row })
    case 'ArrowLeft':
      return beside(rows, { column: column - 1, row })
    case 'Home':
      return { column: 0, row: 0 }
    case 'End':
      return beside(rows, { column: rows.length - 1, row: Number.POSITIVE_INFINITY })
    default:
      return undefined
  }
}

function beside(rows: readonly number[], { column, row }: Place): Place | undefined {
  const count = rows[column]
  return count === undefined ? undefined : { column, row: Math.min(row, count - 1) }
}

function isFocused(link: Element) {
  return link === document.activeElement
}
