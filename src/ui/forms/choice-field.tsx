import { type ReactNode, type Ref, useId } from 'react'
import { Caret } from '../parts/caret.tsx'
import styles from './choice-field.module.css'
import { FieldFrame } from './field-frame.tsx'

export function ChoiceField({
  name,
  label,
  hint,
  error,
  value,
  onPick,
  ref,
  children,
}: {
  name: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string | number
  onPick: (picked: string) => void
  ref?: Ref<HTMLSelectElement>
  children: ReactNode
}) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {(described) => (
        <span className={styles.field}>
          <select
            {...described}
            ref={ref}
            id={id}
            name={name}
            className={styles.select}
            value={value}
            onChange={(event) => onPick(event.currentTarget.value)}
          >
            {children}
          </select>
          <Caret className={styles.caret} />
        </span>
      )}
    </FieldFrame>
  )
}
