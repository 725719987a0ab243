import { type ReactNode, useId, useState } from 'react'
import styles from '../../ui/forms/field.module.css'
import { FieldFrame } from '../../ui/forms/field-frame.tsx'
import type { FieldState } from '../../ui/forms/use-form.ts'

/** A refused password stays in the field, but the server never sends one back. */
export function PasswordField({
  name,
  error,
  isFirstWrong = false,
  label,
  hint,
  autoComplete,
}: Partial<FieldState> & {
  name: string
  label: string
  hint?: ReactNode
  autoComplete: 'current-password' | 'new-password'
}) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} keepsHint>
      {(described) => (
        <span className={styles.password}>
          <input
            {...described}
            id={id}
            name={name}
            type={isShown ? 'text' : 'password'}
            className={styles.input}
            autoComplete={autoComplete}
            required
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: only on the first invalid field of a form sent without scripts.
            autoFocus={isFirstWrong}
          />
          <button
            type="button"
            className={styles.show}
            aria-label={isShown ? `Hide ${label}` : `Show ${label}`}
            aria-controls={id}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </FieldFrame>
  )
}
