import type { ChangeEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './data-table.module.css'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** Names the row: comes first, and is the heading of its card. Exactly one column. */
  isName?: boolean
  isFigure?: boolean
  isNarrow?: boolean
  isHeadHidden?: boolean
  isPlainOnCards?: boolean
  /** Hidden on screens that are too wide for cards and too narrow for all columns. */
  isRoomy?: boolean
  sort?: ColumnSort
}

export interface ColumnSort {
  to: string
  /** Absent: sorted by another column. */
  direction?: 'ascending' | 'descending' | undefined
}

export interface RowSelection<Row> {
  isOffered: (row: Row) => boolean
  has: (row: Row) => boolean
  label: (row: Row) => string
  /** With Shift: everything from the last one to this one. */
  onSelect: (row: Row, how: { isSelected: boolean; isRange: boolean }) => void
  all: { isSelected: boolean; isPartly: boolean; onSelect: (isSelected: boolean) => void }
}

export function DataTable<Row>({
  label,
  rows,
  rowKey,
  columns,
  actions,
  isStale = false,
  empty,
  selection,
}: {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  columns: readonly Column<Row>[]
  actions?: (row: Row) => ReactNode
  isStale?: boolean
  empty?: ReactNode
  selection?: RowSelection<Row> | undefined
}) {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  return (
    <table className={styles.table} aria-label={label} aria-busy={isStale || undefined}>
      <thead>
        <tr>
          {selection !== undefined && (
            <th scope="col" className={styles.tick}>
              <Tick
                label="Select all on this page"
                isChecked={selection.all.isSelected}
                isPartly={selection.all.isPartly}
                onChange={(event) => selection.all.onSelect(event.currentTarget.checked)}
              />
            </th>
          )}
          {columns.map(({ head, sort, ...column }) => (
            <th key={head} scope="col" aria-sort={sort?.direction} {...marks(column)}>
              {column.isHeadHidden ? (
                <span className="hidden">{head}</span>
              ) : (
                <Head head={head} sort={sort} />
              )}
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
          <tr key={rowKey(row)} data-picked={selection?.has(row) ? '' : undefined}>
            {selection !== undefined && (
              <td className={styles.tick}>
                {selection.isOffered(row) && (
                  <Tick
                    label={selection.label(row)}
                    isChecked={selection.has(row)}
                    onChange={(event) =>
                      selection.onSelect(row, {
                        isSelected: event.currentTarget.checked,
                        isRange: (event.nativeEvent as MouseEvent).shiftKey === true,
                      })
                    }
                  />
                )}
              </td>
            )}
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

function Head({ head, sort }: { head: string; sort: ColumnSort | undefined }) {
  if (sort === undefined) return <>{head}</>
  return (
    <Link to={sort.to} className={styles.sort} data-direction={sort.direction} preventScrollReset>
      {head}
      <svg viewBox="0 0 8 12" aria-hidden="true" focusable="false">
        <path d="M1.5 4.5 4 2l2.5 2.5" />
        <path d="M1.5 7.5 4 10l2.5-2.5" />
      </svg>
    </Link>
  )
}

function Tick({
  label,
  isChecked,
  isPartly = false,
  onChange,
}: {
  label: string
  isChecked: boolean
  isPartly?: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}) {
  return (
    <label>
      <span className="hidden">{label}</span>
      <input
        type="checkbox"
        checked={isChecked}
        ref={(input) => {
          if (input !== null) input.indeterminate = isPartly
        }}
        onChange={onChange}
      />
    </label>
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

function marks({ isFigure, isNarrow, isRoomy }: Pick<Column<never>, 'isFigure' | 'isNarrow' | 'isRoomy'>) {
  return {
    'data-figure': isFigure ? '' : undefined,
    'data-narrow': isNarrow ? '' : undefined,
    'data-roomy': isRoomy ? '' : undefined,
  }
}
