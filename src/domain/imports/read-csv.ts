import { CsvError, parse } from 'csv-parse/sync'

export interface CsvLine<Column extends string> {
  /** As an editor counts it; a cell may span several lines. */
  line: number
  cells: Readonly<Record<Column, string>>
}

export interface CsvProblem {
  line: number
  message: string
}

export type CsvRead<Column extends string> =
  | { kind: 'read'; lines: CsvLine<Column>[] }
  | { kind: 'refused'; problems: CsvProblem[] }

export interface CsvLimits {
  bytes: number
  lines: number
}

const CELL_AT_MOST = 2_000
/** The first ones show what is wrong. */
const PROBLEMS_AT_MOST = 100
/** What a spreadsheet would run as a formula in our export. */
const BEGINS_A_FORMULA = /^[=+\-@\t\r]/

/**
 * Reads a table by the column names in its first line, in any order; other columns are ignored. If anything is wrong,
 * nothing is imported and every wrong line is named.
 */
export function readCsv<Column extends string>(
  text: string,
  {
    columns,
    optional = [],
    limits,
  }: { columns: readonly Column[]; optional?: readonly Column[]; limits: CsvLimits },
): CsvRead<Column> {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > limits.bytes) {
    return refused(1, `The file has ${megabytes(bytes)}; the limit is ${megabytes(limits.bytes)}.`)
  }
  const table = parseTable(text)
  if (table.kind === 'refused') return table
  const [head, ...rows] = table.rows
  if (head === undefined) return refused(1, 'The file is empty.')
  if (rows.length > limits.lines) {
    const extra = rows[limits.lines]?.line ?? 1
    return refused(
      extra,
      `The file has more than ${limits.lines.toLocaleString('en')} lines, the limit for one import.`,
    )
  }
  const names = head.cells.map((name) => name.trim().toLowerCase().replaceAll(' ', '_'))
  const missing = columns.filter((column) => !optional.includes(column) && !names.includes(column))
  if (missing.length > 0) return refused(head.line, `There is no column ${missing.join(', ')}.`)
  return toLines(rows, { names, columns })
}

interface Row {
  line: number
  cells: string[]
}

function parseTable(
  text: string,
): { kind: 'read'; rows: Row[] } | Extract<CsvRead<never>, { kind: 'refused' }> {
  try {
    const parsed = parse(text, {
      bom: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: [',', ';', '\t'],
    }) as unknown as { info: { lines: number }; record: string[] }[]
    // The parser reports the last line of a row. Subtract the line breaks inside the row to get its first.
    return {
      kind: 'read',
      rows: parsed.map(({ info, record }) => ({ line: info.lines - breaksIn(record), cells: record })),
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refused(Number((error as { lines?: number }).lines ?? 1), error.message)
  }
}

function breaksIn(cells: readonly string[]) {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
}

function toLines<Column extends string>(
  rows: readonly Row[],
  { names, columns }: { names: readonly string[]; columns: readonly Column[] },
): CsvRead<Column> {
  const problems: CsvProblem[] = []
  const lines = rows.map(({ line, cells }) => {
    if (cells.length !== names.length) {
      problems.push({ line, message: `It has ${cells.length} cells; the first line has ${names.length}.` })
    }
    const taken = columns.map((column) => [column, (cells[names.indexOf(column)] ?? '').trim()] as const)
    for (const [column, cell] of taken) {
      const problem = problemOf(cell)
      if (problem !== undefined) problems.push({ line, message: `${column} ${problem}` })
    }
    return { line, cells: Object.fromEntries(taken) as Record<Column, string> }
  })
  return problems.length > 0
    ? { kind: 'refused', problems: problems.slice(0, PROBLEMS_AT_MOST) }
    : { kind: 'read', lines }
}

function problemOf(cell: string): string | undefined {
  if (cell.length > CELL_AT_MOST) return `has ${cell.length} characters; the limit is ${CELL_AT_MOST}.`
  if (BEGINS_A_FORMULA.test(cell))
    return `begins with "${cell.slice(0, 1)}" like a formula. Formulas are not allowed.`
  return undefined
}

function megabytes(bytes: number) {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

function refused(line: number, message: string): { kind: 'refused'; problems: CsvProblem[] } {
  return { kind: 'refused', problems: [{ line, message }] }
}
