import type { ReactNode } from 'react'
import styles from './data-table.module.css'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** Names the row: comes first, and is the heading of its card. Exactly one column. */
  isName?: boolean
  isFigure?: boolean
  isNarrow?: boolean
  /** The header is for screen readers only. */
  isHeadHidden?: boolean
  isPlainOnCards?: boolean
}

/** On narrow screens every row becomes a card: the name on top, then the other columns. */
export function DataTable<Row>({
  label,
  rows,
  rowKey,
  columns,
  actions,
  isStale = false,
  empty,
}: {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  columns: readonly Column<Row>[]
  actions?: (row: Row) => ReactNode
  isStale?: boolean
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
