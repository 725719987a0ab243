import { type ReactNode, useId } from 'react'
import { Caret } from '../parts/caret.tsx'
import styles from './select-field.module.css'

export function SelectField({
  id: given,
  name,
  label,
  value,
  isDisabled = false,
  onPick,
  className = '',
  children,
}: {
  id?: string
  name?: string
  /** For screen readers. Absent: the caller shows one. */
  label?: string
  value: string | number
  isDisabled?: boolean
  onPick: (picked: string) => void
  className?: string | undefined
  children: ReactNode
}) {
  const own = useId()
  const id = given ?? own
  return (
    <span className={`${styles.field} ${className}`}>
      {label !== undefined && (
        <label className="hidden" htmlFor={id}>
          {label}
        </label>
      )}
      <select
        id={id}
        className={`button ${styles.select}`}
        name={name}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onPick(event.currentTarget.value)}
      >
        {children}
      </select>
      <Caret className={styles.caret} />
    </span>
  )
}
