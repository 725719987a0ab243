import { type ReactNode, useId } from 'react'
import { Caret } from '../parts/caret.tsx'
import styles from './select-field.module.css'

export function SelectField({
  name,
  label,
  value,
  onPick,
  className = '',
  children,
}: {
  name: string
  label: string
  value: string | number
  onPick: (picked: string) => void
  className?: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <span className={`${styles.field} ${className}`}>
      <label className="hidden" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={`button ${styles.select}`}
        name={name}
        value={value}
        onChange={(event) => onPick(event.currentTarget.value)}
      >
        {children}
      </select>
      <Caret className={styles.caret} />
    </span>
  )
}
