import { type ReactNode, useId } from 'react'
import styles from './check-fields.module.css'

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

export interface RadioChoice<V extends string> {
  value: V
  label: ReactNode
  hint?: ReactNode
}

export function RadioField<V extends string>({
  legend,
  isLegendHidden = false,
  name,
  choices,
  value,
  onChange,
}: {
  legend: string
  isLegendHidden?: boolean
  name?: string
  choices: readonly RadioChoice<V>[]
  value: V
  onChange: (value: V) => void
}) {
  const id = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={isLegendHidden ? 'hidden' : undefined}>{legend}</legend>
      {choices.map((choice) => (
        <div key={choice.value} className={styles.choice}>
          <input
            id={`${id}${choice.value}`}
            type="radio"
            name={name ?? id}
            value={choice.value}
            checked={choice.value === value}
            aria-describedby={choice.hint === undefined ? undefined : `${id}${choice.value}-hint`}
            onChange={() => onChange(choice.value)}
          />
          <label htmlFor={`${id}${choice.value}`}>{choice.label}</label>
          {choice.hint !== undefined && (
            <p id={`${id}${choice.value}-hint`} className={styles.hint}>
              {choice.hint}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  )
}

export function SwitchField({
  label,
  hint,
  isOn,
  isDisabled = false,
  onChange,
}: {
  label: string
  hint?: ReactNode
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className={styles.switch}
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
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
