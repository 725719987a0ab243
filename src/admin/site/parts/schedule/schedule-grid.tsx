import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import type { ScheduleRowValues } from '../../../../contract/admin/site/schedules.ts'
import { WEEKDAYS } from '../../../../domain/calendar/day-words.ts'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { moved } from '../../order/moved.ts'
import {
  COLUMNS,
  cellsIn,
  emptyRow,
  type GridPlace,
  placeAfterKey,
  textAt,
  withCell,
  withPasted,
} from './grid-moves.ts'
import styles from './schedule-grid.module.css'

export function ScheduleGrid({
  label,
  rows,
  error,
  errors,
  onChange,
}: {
  label: string
  rows: readonly ScheduleRowValues[]
  error: string | undefined
  /** By cell, as named by the server: `rows.2.title`. */
  errors: Readonly<Record<string, string>>
  onChange: (rows: ScheduleRowValues[]) => void
}) {
  const table = useRef<HTMLTableElement>(null)
  const hintId = useId()
  const [at, setAt] = useState<GridPlace>()
  const [said, setSaid] = useState('')
  const looked = at === undefined || at.column === 0 ? undefined : rows[at.row]?.cells[at.column - 1]

  function focus({ row, column }: GridPlace) {
    const cell = table.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${column}"]`)
    cell?.focus()
    cell?.select()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, place: GridPlace) {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const isWhole = selectionStart === 0 && selectionEnd === value.length
    const to = placeAfterKey(
      place,
      {
        key: event.key,
        isShift: event.shiftKey,
        isAtStart: isWhole || selectionEnd === 0,
        isAtEnd: isWhole || selectionStart === value.length,
      },
      rows.length,
    )
    // Enter never submits the form from within the grid.
    if (to !== undefined || event.key === 'Enter') event.preventDefault()
    if (to !== undefined) focus(to)
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>, place: GridPlace) {
    const block = cellsIn(event.clipboardData.getData('text/plain'))
    const isOneCell = block.length === 1 && block[0]?.length === 1
    if (isOneCell) return
    event.preventDefault()
    onChange(withPasted(rows, place, block))
    setSaid(`${block.length} ${block.length === 1 ? 'row' : 'rows'} pasted.`)
  }

  function setLook(className: ScheduleRowValues['cells'][number]['class_name']) {
    if (at === undefined) return
    onChange(
      rows.map((row, index) =>
        index === at.row
          ? {
              ...row,
              cells: row.cells.map((cell, day) =>
                day === at.column - 1 ? { ...cell, class_name: className } : cell,
              ),
            }
          : row,
      ),
    )
  }

  return (
    <div className={styles.whole}>
      <p id={hintId} className={styles.hint}>
        Use the arrow keys and Enter to move between cells. You can paste a block of cells from a spreadsheet.
      </p>
      {error !== undefined && <p className={styles.error}>{error}</p>}
      <div className={styles.scroller}>
        <table ref={table} className={styles.grid} aria-label={label} aria-describedby={hintId}>
          <thead>
            <tr>
              <th scope="col">Region</th>
              {WEEKDAYS.map((day) => (
                <th key={day} scope="col">
                  <abbr title={day}>{day.slice(0, 3)}</abbr>
                </th>
              ))}
              <th scope="col">
                <span className="hidden">Row</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, rowIndex) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by position: cells are edited, not moved.
              <tr key={rowIndex}>
                {Array.from({ length: COLUMNS }, (_, column) => {
                  const place = { row: rowIndex, column }
                  const wrong = errors[wireName(place)]
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns are days and don't change.
                    <td key={column} data-look={row.cells[column - 1]?.class_name || undefined}>
                      <input
                        type="text"
                        data-cell={`${rowIndex} ${column}`}
                        aria-label={cellWords(row, place)}
                        aria-invalid={wrong === undefined ? undefined : true}
                        title={wrong}
                        maxLength={column === 0 ? 100 : 60}
                        autoComplete="off"
                        value={textAt(row, column)}
                        onFocus={() => setAt(place)}
                        onKeyDown={(event) => onKeyDown(event, place)}
                        onPaste={(event) => onPaste(event, place)}
                        onChange={(event) => {
                          const text = event.currentTarget.value
                          onChange(
                            rows.map((each, index) =>
                              index === rowIndex ? withCell(each, column, text) : each,
                            ),
                          )
                        }}
                      />
                    </td>
                  )
                })}
                <td className={styles.tools}>
                  <RowTools
                    name={row.title || `Row ${rowIndex + 1}`}
                    isFirst={rowIndex === 0}
                    isLast={rowIndex === rows.length - 1}
                    onMove={(by) => onChange(moved(rows, rowIndex, rowIndex + by))}
                    onRemove={() => onChange(rows.filter((_, index) => index !== rowIndex))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.below}>
        <button type="button" className="button" onClick={() => onChange([...rows, emptyRow()])}>
          Add a row
        </button>
        {looked !== undefined && at !== undefined && (
          <CellLook
            cell={cellWords(rows[at.row] ?? emptyRow(), at)}
            look={looked.class_name}
            onPick={setLook}
          />
        )}
      </div>
      <p role="status" className="hidden">
        {said}
      </p>
    </div>
  )
}

function RowTools({
  name,
  isFirst,
  isLast,
  onMove,
  onRemove,
}: {
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: number) => void
  onRemove: () => void
}) {
  return (
    <>
      <button type="button" aria-label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)}>
        ↑
      </button>
      <button type="button" aria-label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
        ↓
      </button>
      <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
        ✕
      </button>
    </>
  )
}

function cellWords({ title }: ScheduleRowValues, { row, column }: GridPlace) {
  if (column === 0) return `Region of row ${row + 1}`
  return `${title === '' ? `Row ${row + 1}` : title}, ${WEEKDAYS[column - 1]}`
}

function wireName({ row, column }: GridPlace) {
  return column === 0 ? `rows.${row}.title` : `rows.${row}.cells.${column - 1}.value`
}

type Look = ScheduleRowValues['cells'][number]['class_name']

const WORDS: Record<Look, string> = {
  '': 'Nothing special',
  none: 'No updates',
  window: 'Usual window',
  'long-window': 'Long window',
}

/** The meaning of the last edited cell, for API clients. */
function CellLook({ cell, look, onPick }: { cell: string; look: Look; onPick: (look: Look) => void }) {
  return (
    <span>
      {cell}:{' '}
      <SelectField
        name="look"
        label={`Meaning of ${cell}`}
        value={look}
        onPick={(picked) => onPick(SCHEDULE_CELL_CLASSES.find((each) => each === picked) ?? '')}
      >
        {SCHEDULE_CELL_CLASSES.map((each) => (
          <option key={each} value={each}>
            {WORDS[each]}
          </option>
        ))}
      </SelectField>
    </span>
  )
}

/** Default, no updates, a usual window, a long one. */
const SCHEDULE_CELL_CLASSES = ['', 'none', 'window', 'long-window'] as const
