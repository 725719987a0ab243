import { type ReactNode, useId } from 'react'
import { ErrorSign } from '../../ui/parts/error-sign.tsx'
import styles from './field-set.module.css'

export function FieldSet({
  legend,
  hint,
  error,
  columns = 1,
  isInternal = false,
  children,
}: {
  legend: string
  hint?: ReactNode
  error?: string | undefined
  columns?: 1 | 2 | 3
  isInternal?: boolean
  children: ReactNode
}) {
  const id = useId()
  const isDescribed = hint !== undefined || error !== undefined
  return (
    <fieldset
      className={styles.set}
      data-internal={isInternal ? '' : undefined}
      aria-describedby={isDescribed ? id : undefined}
    >
      <legend>{legend}</legend>
      {isDescribed && (
        <p id={id} className={error === undefined ? styles.hint : styles.error}>
          {error === undefined ? (
            hint
          ) : (
            <>
              <ErrorSign /> {error}
            </>
          )}
        </p>
      )}
      <div className={styles.fields} data-columns={columns}>
        {children}
      </div>
    </fieldset>
  )
}
