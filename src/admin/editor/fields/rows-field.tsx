import { type ReactNode, useEffect, useRef } from 'react'
import type { ContentField } from '../../../domain/newsroom/record-content.ts'
import { useEditing } from '../editor-context.ts'
import styles from './rows-field.module.css'
import { SetError } from './set-error.tsx'

export function RowsField<Row>({
  field,
  legend,
  hint,
  one,
  rows,
  most,
  empty,
  hasErrorInRow,
  onChange,
  children,
}: {
  field: ContentField
  legend: string
  hint: ReactNode
  /** Singular noun for a row: "remedy". */
  one: string
  rows: readonly Row[]
  most: number
  empty: Row
  hasErrorInRow: boolean
  onChange: (rows: Row[]) => void
  children: (row: Row, index: number, change: (patch: Partial<Row>) => void) => ReactNode
}) {
  const { isReadOnly, idOf, errorOf } = useEditing()
  const box = useRef<HTMLFieldSetElement>(null)
  const focusNext = useRef<string>(undefined)
  const id = idOf(field)
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const error = hasErrorInRow ? undefined : errorOf(field)

  useEffect(() => {
    if (focusNext.current === undefined || box.current === null) return
    const wanted = box.current.querySelector<HTMLElement>(focusNext.current)
    focusNext.current = undefined
    ;(wanted ?? box.current.querySelector<HTMLElement>('[data-add]'))?.focus()
  })

  function add() {
    focusNext.current = `[data-row="${rows.length}"] :is(select, input, textarea)`
    onChange([...rows, empty])
  }
  function remove(index: number) {
    focusNext.current = `[data-row="${Math.min(index, rows.length - 2)}"] [data-remove]`
    onChange(rows.filter((_, at) => at !== index))
  }
  return (
    <fieldset
      ref={box}
      id={id}
      className={styles.set}
      tabIndex={-1}
      disabled={isReadOnly}
      aria-describedby={error === undefined ? hintId : errorId}
    >
      <legend>{legend}</legend>
      <p id={hintId} className={styles.hint}>
        {hint}
      </p>
      {rows.length > 0 && (
        <ol className={styles.rows}>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity and no state
            <li key={index} className={styles.row} data-row={index}>
              <div className={styles.fields}>
                {children(row, index, (patch) =>
                  onChange(rows.map((each, at) => (at === index ? { ...each, ...patch } : each))),
                )}
              </div>
              {!isReadOnly && (
                <button type="button" className="button" data-remove="" onClick={() => remove(index)}>
                  Remove
                  <span className="hidden">
                    {' '}
                    {one} {index + 1}
                  </span>
                </button>
              )}
            </li>
          ))}
        </ol>
      )}
      <SetError id={errorId} error={error} />
      {!isReadOnly && rows.length < most && (
        <button type="button" className={`button ${styles.add}`} data-add="" onClick={add}>
          Add a {one}
        </button>
      )}
      {isReadOnly && rows.length === 0 && <p className={styles.hint}>None</p>}
    </fieldset>
  )
}
