import { type ReactNode, useId } from 'react'
import styles from './check-field.module.css'

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
