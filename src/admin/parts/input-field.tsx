import { type ComponentProps, type ReactNode, type Ref, useId } from 'react'
import fieldStyles from '../../ui/forms/field.module.css'
import { FieldFrame } from '../../ui/forms/field-frame.tsx'

export interface ControlledField {
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
  const id = useId()
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
          className={fieldStyles.input}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}
