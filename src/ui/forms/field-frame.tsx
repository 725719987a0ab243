import type { ReactNode } from 'react'
import { ErrorSign } from '../parts/error-sign.tsx'
import styles from './field.module.css'

/** What ties a control to the words around it. */
export interface Described {
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label, control, and what it is for, or else what is wrong, which usually says what the field needs, too. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  keepsHint = false,
  children,
}: {
  id: string
  label: string
  hint: ReactNode
  error: string | undefined
  /** Also beside an error, where one error does not say everything that the field needs. */
  keepsHint?: boolean
  children: (described: Described) => ReactNode
}) {
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const isWrong = error !== undefined
  const isHinted = hint !== undefined && (keepsHint || !isWrong)
  const describedBy = [...(isWrong ? [errorId] : []), ...(isHinted ? [hintId] : [])].join(' ') || undefined
  return (
    <div className={styles.field} data-wrong={isWrong ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      {children({
        'aria-describedby': describedBy,
        'aria-invalid': isWrong || undefined,
      })}
      {isWrong && (
        <p id={errorId} className={styles.error}>
          <ErrorSign /> <span>{error}</span>
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
