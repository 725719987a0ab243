import type { ComplianceSort } from '../../domain/compliance/compliance-query.ts'
import { estimatedSpan } from './estimated-date.ts'

interface ComplianceRow {
  description: string
  date: string
}

/** C-01: a stable sort, so equal rows keep the order of staff. */
export function sortCompliance<Row extends ComplianceRow>(
  rows: readonly Row[],
  sort: ComplianceSort | undefined,
): Row[] {
  if (sort === undefined) return [...rows]
  const sign = sort.order === 'desc' ? -1 : 1
  switch (sort.column) {
    case 'description':
      return rows.toSorted((a, b) => sign * natural(a.description, b.description))
    case 'date':
      return byDate(rows, sign)
  }
}

function byDate<Row extends ComplianceRow>(rows: readonly Row[], sign: number): Row[] {
  const read = rows.map((row) => ({ row, span: estimatedSpan(row.date), words: row.date.trim() }))
  const dated = read.flatMap(({ row, span }) => (span === undefined ? [] : [{ row, span }]))
  const worded = read.filter(({ span, words }) => span === undefined && words !== '')
  const empty = read.filter(({ words }) => words === '')
  return [
    // A day within a quarter comes before the quarter: it ends sooner.
    ...dated.toSorted((a, b) => sign * (a.span.from - b.span.from || a.span.to - b.span.to)),
    ...worded.toSorted((a, b) => sign * natural(a.words, b.words)),
    ...empty,
  ].map(({ row }) => row)
}

const { compare: natural } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
