import type { ReactNode } from 'react'
import { ErrorSign } from '../parts/error-sign.tsx'
import styles from './field.module.css'

export interface Described {
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The error replaces the hint, since it usually says what the field needs. */
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
  /** Keeps the hint beside an error that doesn't cover everything. */
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
