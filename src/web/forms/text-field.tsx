import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from '../../ui/forms/field.module.css'
import { FieldFrame } from '../../ui/forms/field-frame.tsx'
import type { FieldState } from '../../ui/forms/use-form.ts'

export function TextField({
  name,
  error,
  defaultValue,
  isFirstWrong = false,
  label,
  hint,
  ...input
}: Partial<FieldState> & {
  name: string
  label: string
  hint?: ReactNode
} & Pick<
    ComponentProps<'input'>,
    'type' | 'autoComplete' | 'inputMode' | 'required' | 'maxLength' | 'enterKeyHint' | 'readOnly'
  >) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {(described) => (
        <input
          type="text"
          {...input}
          {...described}
          id={id}
          name={name}
          className={styles.input}
          defaultValue={defaultValue}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: only on the first invalid field of a form sent without scripts.
          autoFocus={isFirstWrong}
        />
      )}
    </FieldFrame>
  )
}
