import { type ReactNode, useId } from 'react'
import { Caret } from '../../ui/parts/caret.tsx'
import { useIsAlive } from '../parts/use-is-alive.ts'
import styles from './pick-field.module.css'

export function PickField({
  label,
  value,
  onPick,
  children,
}: {
  label: string
  value: string
  onPick: (picked: string) => void
  children: ReactNode
}) {
  const id = useId()
  const isAlive = useIsAlive()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.frame}>
        <select
          id={id}
          className={`button ${styles.select}`}
          value={value}
          disabled={!isAlive}
          onChange={(event) => onPick(event.currentTarget.value)}
        >
          {children}
        </select>
        <Caret className={styles.caret} />
      </span>
    </div>
  )
}
