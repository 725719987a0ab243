import { type ReactNode, useId } from 'react'
import field from '../../../ui/forms/field.module.css'
import { FieldFrame } from '../../../ui/forms/field-frame.tsx'
import styles from './color-field.module.css'

export function ColorField({
  label,
  hint,
  error,
  name,
  value,
  onChange,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  name: string
  value: string
  onChange: (color: string) => void
}) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {(described) => (
        <span className={styles.color}>
          <input
            type="color"
            aria-label={`${label}, picked`}
            value={/^#[0-9a-f]{6}$/.test(value) ? value : '#000000'}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <input
            {...described}
            id={id}
            name={name}
            type="text"
            className={field.input}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
          />
        </span>
      )}
    </FieldFrame>
  )
}
