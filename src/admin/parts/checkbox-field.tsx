import { type ReactNode, useId } from 'react'
import styles from './check-field.module.css'

/** Controlled with `onChange`, otherwise part of the form under its `name`. */
export function CheckboxField({
  label,
  hint,
  name,
  isChecked,
  isCheckedAtFirst,
  isDisabled = false,
  onChange,
}: {
  label: ReactNode
  hint?: ReactNode
  name?: string
  isChecked?: boolean
  isCheckedAtFirst?: boolean
  isDisabled?: boolean
  onChange?: (isChecked: boolean) => void
}) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <input
        id={id}
        type="checkbox"
        name={name}
        value="yes"
        {...(isChecked === undefined ? { defaultChecked: isCheckedAtFirst } : { checked: isChecked })}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
