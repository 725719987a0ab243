import type { ReactNode } from 'react'
import { StateShape } from '../parts/state-shape.tsx'
import styles from './field.module.css'

/** What ties a control to the words around it. */
export interface Described {
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label, control, and what it is for, or else what is wrong: that says what it needs, too. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: {
  id: string
  label: string
  hint: ReactNode
  error: string | undefined
  children: (described: Described) => ReactNode
}) {
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const isHinted = hint !== undefined && error === undefined
  const describedBy = isHinted ? hintId : error === undefined ? undefined : errorId
  return (
    <div className={styles.field} data-wrong={error === undefined ? undefined : ''}>
      <label htmlFor={id}>{label}</label>
      {children({
        'aria-describedby': describedBy,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          <StateShape tone="disruption" /> <span>{error}</span>
        </p>
      )}
      {isHinted && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
