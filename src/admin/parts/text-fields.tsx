import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import styles from '../../ui/forms/field.module.css'
import { FieldFrame } from '../../ui/forms/field-frame.tsx'
import areaStyles from './text-area.module.css'

export interface ControlledField {
  id?: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  onChange: (value: string) => void
}

export function InputField({
  label,
  hint,
  error,
  value,
  onChange,
  ref,
  id: givenId,
  ...input
}: ControlledField & { ref?: Ref<HTMLInputElement> } & Pick<
    ComponentProps<'input'>,
    | 'type'
    | 'name'
    | 'inputMode'
    | 'autoComplete'
    | 'required'
    | 'maxLength'
    | 'min'
    | 'max'
    | 'step'
    | 'placeholder'
    | 'readOnly'
    | 'disabled'
    | 'list'
    | 'spellCheck'
    | 'autoFocus'
    | 'onBlur'
    | 'onKeyDown'
  >) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {(described) => (
        <input
          type="text"
          dir="auto"
          autoComplete="off"
          {...input}
          {...described}
          ref={ref}
          id={id}
          className={styles.input}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  value,
  onChange,
  ref,
  id: givenId,
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
  const ownId = useId()
  const id = givenId ?? ownId
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
          className={`${styles.input} ${areaStyles.area}`}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}
