import { type ComponentProps, type Ref, useId } from 'react'
import fieldStyles from '../../ui/forms/field.module.css'
import { FieldFrame } from '../../ui/forms/field-frame.tsx'
import type { ControlledField } from './input-field.tsx'
import styles from './text-area-field.module.css'

export function TextAreaField({
  label,
  hint,
  error,
  value,
  onChange,
  ref,
  rows = 4,
  ...area
}: ControlledField & { ref?: Ref<HTMLTextAreaElement>; rows?: number } & Pick<
    ComponentProps<'textarea'>,
    | 'name'
    | 'maxLength'
    | 'placeholder'
    | 'readOnly'
    | 'disabled'
    | 'spellCheck'
    | 'autoFocus'
    | 'onKeyDown'
    | 'onBlur'
  >) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {(described) => (
        <textarea
          {...area}
          {...described}
          ref={ref}
          id={id}
          dir="auto"
          rows={rows}
          className={`${fieldStyles.input} ${styles.area}`}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}
