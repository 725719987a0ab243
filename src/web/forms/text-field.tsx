import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from '../../ui/forms/field.module.css'
import { FieldFrame } from '../../ui/forms/field-frame.tsx'
import type { FieldState } from '../../ui/forms/use-form.ts'

/** A line of text, with its label above it, and below it what it is for and what is wrong with it. */
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
          // biome-ignore lint/a11y/noAutofocus: only where the server says what is wrong, and no script can lead there.
          autoFocus={isFirstWrong}
        />
      )}
    </FieldFrame>
  )
}
