import { type ReactNode, type Ref, useId } from 'react'
import { Caret } from '../parts/caret.tsx'
import styles from './choice-field.module.css'
import { FieldFrame } from './field-frame.tsx'

export function ChoiceField({
  id: given,
  name,
  label,
  hint,
  error,
  value,
  isDisabled = false,
  onPick,
  ref,
  children,
}: {
  id?: string
  name?: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string | number
  isDisabled?: boolean
  onPick: (picked: string) => void
  ref?: Ref<HTMLSelectElement>
  children: ReactNode
}) {
  const own = useId()
  const id = given ?? own
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
            disabled={isDisabled}
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
