import type { ScheduleRowValues } from '../../../../contract/admin/site/schedules.ts'

const DAYS = 7

export interface GridPlace {
  row: number
  column: number
}

/** Column 0 is the region, followed by the days. */
export const COLUMNS = 1 + DAYS

/** The cell that a key leads to; undefined if the key stays within the text. */
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
    // Inside a text the arrows move by letter first.
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

/** Parses the clipboard format of spreadsheets: tab-separated lines; a quoted cell may contain line breaks. */
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
