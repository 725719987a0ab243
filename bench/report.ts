export interface Report {
  name: string
  tables: Table[]
  /** What was missing, or what readers of the figures must know. */
  notes: string[]
  goals: Goal[]
}

export interface Table {
  title: string
  columns: string[]
  rows: string[][]
}

export interface Goal {
  goal: string
  measured: string
  isMet: boolean
}

export function printReport({ tables, notes }: Report): void {
  for (const table of tables) printTable(table)
  for (const note of notes) console.log(`  ${note}`)
}

export function printGoals(goals: readonly Goal[]): void {
  printTable({
    title: 'Goals',
    columns: ['goal', 'measured', 'met?'],
    rows: goals.map(({ goal, measured, isMet }) => [goal, measured, isMet ? 'yes' : 'NO']),
  })
}

function printTable({ title, columns, rows }: Table): void {
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...rows.map((row) => (row[at] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')}`
  console.log(`\n${title}`)
  console.log(line(columns))
  console.log(`  ${widths.map((width) => '-'.repeat(width)).join('  ')}`)
  for (const row of rows) console.log(line(row))
}
