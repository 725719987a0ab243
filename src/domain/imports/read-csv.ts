import { CsvError, parse } from 'csv-parse'
import { aTurn, inLots } from './in-lots.ts'

export interface CsvLine<Column extends string> {
  /** As an editor counts it; a cell may span several lines. */
  line: number
  cells: Readonly<Record<Column, string>>
}

export interface CsvProblem {
  line: number
  column?: string
  message: string
}

export interface TablePreview {
  header: string[]
  sample: string[][]
}

export type CsvRead<Column extends string> =
  | { kind: 'read'; lines: CsvLine<Column>[]; table: TablePreview }
  /** Without a table if it can't be parsed at all. */
  | { kind: 'refused'; problems: CsvProblem[]; table?: TablePreview }

interface ListedProblem {
  where: string
  message: string
}

const PROBLEMS_AT_MOST = 1_000

export function listed(problems: readonly ListedProblem[]): ListedProblem[] {
  const more = problems.length - PROBLEMS_AT_MOST
  if (more <= 0) return [...problems]
  const message =
    more === 1
      ? '1 more problem is not listed.'
      : `${more.toLocaleString('en')} more problems are not listed.`
  return [...problems.slice(0, PROBLEMS_AT_MOST), { where: 'More', message }]
}

export interface CsvLimits {
  bytes: number
  lines: number
}

const CELL_AT_MOST = 2_000
const LONG_CELL_AT_MOST = 100_000
const SAMPLE_ROWS = 3
const SAMPLE_CHARACTERS = 80
/** What a spreadsheet would run as a formula in our export. */
const BEGINS_A_FORMULA = /^[=+\-@\t\r]/

/**
 * `named` says which column to take instead of one with the usual name. If anything is wrong, nothing is
 * imported and every wrong line is named.
 */
export async function readCsv<Column extends string>(
  text: string,
  {
    columns,
    optional = [],
    texts = [],
    named = {},
    limits,
  }: {
    columns: readonly Column[]
    optional?: readonly Column[]
    /** Columns of prose: long, and a list in it may begin with a hyphen. */
    texts?: readonly Column[]
    named?: Readonly<Record<string, string>>
    limits: CsvLimits
  },
): Promise<CsvRead<Column>> {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > limits.bytes) {
    return refusedFile(1, `The file is ${megabytes(bytes.length)}; the limit is ${megabytes(limits.bytes)}.`)
  }
  const tooFar = lineBeyond(text, limits.lines)
  if (tooFar !== undefined) return refusedFile(tooFar, tooLong(limits))
  const parsed = await parseTable(bytes, delimiterOf(text))
  if (parsed.kind === 'refused') return parsed
  const [head, ...rows] = parsed.rows
  if (head === undefined) return refusedFile(1, 'The file is empty.')
  if (rows.length > limits.lines) {
    const extra = rows[limits.lines]?.line ?? 1
    return refusedFile(extra, tooLong(limits))
  }
  const table = {
    header: head.cells.map((name) => name.trim()),
    sample: rows
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => cells.map((cell) => cell.trim().slice(0, SAMPLE_CHARACTERS))),
  }
  const names = table.header.map(nameOfColumn)
  const places = Object.fromEntries(
    columns.map((column) => [column, names.indexOf(nameOfColumn(named[column] ?? column))]),
  ) as Record<Column, number>
  const missing = columns.filter((column) => !optional.includes(column) && places[column] === -1)
  if (missing.length > 0) {
    const message = `There is no column ${missing.join(', ')}. Choose which of its columns to use.`
    return { ...refusedFile(head.line, message), table }
  }
  return toLines(rows, { width: names.length, places, columns, texts, table })
}

function tooLong({ lines }: CsvLimits) {
  return `The file has more than ${lines.toLocaleString('en')} lines, the limit for one import.`
}

/**
 * Finds the first row too many without parsing, which takes seconds. Only possible if every line is a row,
 * which quotes may change.
 */
function lineBeyond(text: string, most: number): number | undefined {
  if (text.includes('"')) return undefined
  let rows = 0
  let line = 0
  for (let at = 0; at < text.length; line++) {
    if (rows > most + 1) return line
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    const isEmpty = end === at || (end === at + 1 && text[at] === '\r')
    if (!isEmpty) rows += 1
    at = end + 1
  }
  return rows > most + 1 ? line : undefined
}

function nameOfColumn(name: string) {
  return name.trim().toLowerCase().replaceAll(' ', '_')
}

function delimiterOf(text: string): string {
  const [head = ''] = text
    .slice(0, PARSED_AT_ONCE)
    .replace(/"[^"]*"/g, '')
    .trimStart()
    .split(/[\r\n]/, 1)
  const count = (delimiter: string) => head.split(delimiter).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

interface Row {
  line: number
  cells: string[]
}

/** About 10 ms of parsing: other requests of the process are answered in between. */
const PARSED_AT_ONCE = 64 * 1024

async function parseTable(
  bytes: Uint8Array,
  delimiter: string,
): Promise<{ kind: 'read'; rows: Row[] } | Extract<CsvRead<never>, { kind: 'refused' }>> {
  const rows: Row[] = []
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    delimiter,
  })
  const parsed = new Promise<void>((resolve, reject) => parser.on('end', resolve).on('error', reject))
  // The parser reports the last line of a row. Subtract the line breaks inside the row to get its first.
  parser.on('data', ({ info, record }: { info: { lines: number }; record: string[] }) =>
    rows.push({ line: info.lines - breaksIn(record), cells: record }),
  )
  try {
    await Promise.race([parsed, write(parser, bytes)])
    await parsed
    return { kind: 'read', rows }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refusedFile(Number((error as { lines?: number }).lines ?? 1), error.message)
  }
}

async function write(parser: ReturnType<typeof parse>, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length && !parser.destroyed; at += PARSED_AT_ONCE) {
    // The parser counts a Windows line break inside quotes as two lines, so it gets plain ones.
    const part = bytes.subarray(at, at + PARSED_AT_ONCE)
    parser.write(part.filter((byte, index) => byte !== RETURN || bytes[at + index + 1] !== NEWLINE))
    await aTurn()
  }
  parser.end()
}

const RETURN = 0x0d
const NEWLINE = 0x0a

function breaksIn(cells: readonly string[]) {
  return cells.reduce((sum, cell) => sum + (cell.match(/\n|\r/g)?.length ?? 0), 0)
}

async function toLines<Column extends string>(
  rows: readonly Row[],
  {
    width,
    places,
    columns,
    texts,
    table,
  }: {
    width: number
    places: Readonly<Record<Column, number>>
    columns: readonly Column[]
    texts: readonly Column[]
    table: TablePreview
  },
): Promise<CsvRead<Column>> {
  const problems: CsvProblem[] = []
  const lines = await inLots(rows, ({ line, cells }) => {
    if (cells.length !== width) {
      problems.push({ line, message: `It has ${cells.length} cells; the first line has ${width}.` })
    }
    const taken = columns.map((column) => [column, (cells[places[column]] ?? '').trim()] as const)
    for (const [column, cell] of taken) {
      const message = problemOf(cell, texts.includes(column))
      if (message !== undefined) problems.push({ line, column, message })
    }
    return { line, cells: Object.fromEntries(taken) as Record<Column, string> }
  })
  return problems.length > 0 ? { kind: 'refused', problems, table } : { kind: 'read', lines, table }
}

function problemOf(cell: string, isText: boolean): string | undefined {
  const most = isText ? LONG_CELL_AT_MOST : CELL_AT_MOST
  if (cell.length > most) return `It has ${cell.length} characters; the limit is ${most}.`
  if (!isText && BEGINS_A_FORMULA.test(cell))
    return `It begins with "${cell.slice(0, 1)}" like a formula. Formulas are not allowed.`
  return undefined
}

function megabytes(bytes: number) {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

function refusedFile(line: number, message: string): { kind: 'refused'; problems: CsvProblem[] } {
  return { kind: 'refused', problems: [{ line, message }] }
}
