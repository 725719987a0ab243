import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** What the row is about: first, and the heading of its card. One column has it. */
  isName?: boolean
  /** Figures stand on the right. */
  isFigure?: boolean
  /** Takes no more room than its content. */
  isNarrow?: boolean
  /** The name of the column is read out only: its cells speak for themselves. */
  isHeadHidden?: boolean
  /** On cards its cells speak for themselves. */
  isPlainOnCards?: boolean
}

/** Rows of like things. Where it is narrow every row becomes a card: the name on top, then what the columns say. */
export function DataTable<Row>({
  label,
  rows,
  rowKey,
  columns,
  actions,
  isStale = false,
  empty,
}: {
  /** What the table shows, read out. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  columns: readonly Column<Row>[]
  /** What can be done with a row: buttons and links at its end. */
  actions?: (row: Row) => ReactNode
  /** Newer ones are on their way. */
  isStale?: boolean
  /** Instead of a table without rows. */
  empty?: ReactNode
}) {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  return (
    <table className={styles.table} aria-label={label} aria-busy={isStale || undefined}>
      <thead>
        <tr>
          {columns.map(({ head, ...column }) => (
            <th key={head} scope="col" {...marks(column)}>
              {column.isHeadHidden ? <span className="hidden">{head}</span> : head}
            </th>
          ))}
          {actions !== undefined && (
            <th scope="col" data-narrow="">
              <span className="hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <Cell key={column.head} column={column}>
                {column.cell(row)}
              </Cell>
            ))}
            {actions !== undefined && <td className={styles.actions}>{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  if (column.isName) {
    return (
      <th scope="row" className={styles.name}>
        {children}
      </th>
    )
  }
  return (
    <td {...marks(column)} data-head={column.isHeadHidden || column.isPlainOnCards ? undefined : column.head}>
      <div>{children}</div>
    </td>
  )
}

function marks({ isFigure, isNarrow }: Pick<Column<never>, 'isFigure' | 'isNarrow'>) {
  return { 'data-figure': isFigure ? '' : undefined, 'data-narrow': isNarrow ? '' : undefined }
}
