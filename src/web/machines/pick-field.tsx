import { type ReactNode, useId } from 'react'
import { SelectField } from '../../ui/forms/select-field.tsx'
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
      <SelectField id={id} value={value} isDisabled={!isAlive} onPick={onPick}>
        {children}
      </SelectField>
    </div>
  )
}
