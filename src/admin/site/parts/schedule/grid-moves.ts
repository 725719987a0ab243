import type { ScheduleRowValues } from '../../../../contract/admin/site/schedules.ts'

const DAYS = 7

export interface GridPlace {
  row: number
  column: number
}

/** Column 0 is the name of the region, then come the days. */
export const COLUMNS = 1 + DAYS

/** Where a key leads from a cell; undefined when it stays with the text inside. */
export function placeAfterKey(
  { row, column }: GridPlace,
  {
    key,
    isShift,
    isAtStart,
    isAtEnd,
  }: { key: string; isShift: boolean; isAtStart: boolean; isAtEnd: boolean },
  rows: number,
): GridPlace | undefined {
  switch (key) {
    case 'ArrowUp':
      return within({ row: row - 1, column }, rows)
    case 'ArrowDown':
      return within({ row: row + 1, column }, rows)
    case 'Enter':
      return within({ row: row + (isShift ? -1 : 1), column }, rows)
    // Inside a text the arrows go from letter to letter first.
    case 'ArrowLeft':
      return isAtStart ? within({ row, column: column - 1 }, rows) : undefined
    case 'ArrowRight':
      return isAtEnd ? within({ row, column: column + 1 }, rows) : undefined
    default:
      return undefined
  }
}

function within(place: GridPlace, rows: number): GridPlace | undefined {
  const isInside = place.row >= 0 && place.row < rows && place.column >= 0 && place.column < COLUMNS
  return isInside ? place : undefined
}

/** What a spreadsheet puts on the clipboard: lines of cells with tabs between them; a quoted cell may have lines. */
export function cellsIn(text: string): string[][] {
  const rows: string[][] = [['']]
  let isQuoted = false
  const clean = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let at = 0; at < clean.length; at++) {
    const letter = clean[at] ?? ''
    const row = rows.at(-1) ?? []
    const last = row.length - 1
    if (isQuoted && letter === '"' && clean[at + 1] === '"') {
      row[last] += '"'
      at++
    } else if (letter === '"' && (isQuoted || row[last] === '')) isQuoted = !isQuoted
    else if (letter === '\t' && !isQuoted) row.push('')
    else if (letter === '\n' && !isQuoted) rows.push([''])
    else row[last] += letter === '\n' ? ' ' : letter
  }
  return rows.map((row) => row.map((cell) => cell.trim()))
}

/** The grid with a block of cells put in at a place. Rows that it has too many of are added; columns are cut off. */
export function withPasted(
  grid: readonly ScheduleRowValues[],
  at: GridPlace,
  block: readonly (readonly string[])[],
): ScheduleRowValues[] {
  const missing = Math.max(0, at.row + block.length - grid.length)
  const rows = [...grid, ...Array.from({ length: missing }, emptyRow)]
  return rows.map((row, index) => {
    const cells = block[index - at.row]
    if (cells === undefined) return row
    return cells.reduce((changed, cell, offset) => withCell(changed, at.column + offset, cell), row)
  })
}

/** A row with another text in one of its columns; what the cell looks like stays. */
export function withCell(row: ScheduleRowValues, column: number, text: string): ScheduleRowValues {
  if (column === 0) return { ...row, title: text }
  const cells = row.cells.map((cell, index) => (index === column - 1 ? { ...cell, value: text } : cell))
  return { ...row, cells }
}

export function textAt(row: ScheduleRowValues, column: number): string {
  return column === 0 ? row.title : (row.cells[column - 1]?.value ?? '')
}

export function emptyRow(): ScheduleRowValues {
  return { title: '', cells: Array.from({ length: DAYS }, () => ({ value: '', class_name: '' as const })) }
}
