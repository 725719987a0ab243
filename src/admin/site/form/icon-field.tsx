import { type ReactNode, useId } from 'react'
import { FieldSet } from '../../parts/field-set.tsx'
import styles from './icon-field.module.css'

export interface IconChoice {
  value: string
  words: string
  picture: ReactNode
}

/** An icon chosen by its picture. A value that has no picture here stays available, under its name. */
export function IconField({
  label,
  hint,
  error,
  choices,
  value,
  onChange,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  choices: readonly IconChoice[]
  value: string
  onChange: (value: string) => void
}) {
  const name = useId()
  const isOther = value !== '' && !choices.some((choice) => choice.value === value)
  const offered = isOther ? [...choices, { value, words: value, picture: null }] : choices
  return (
    <FieldSet legend={label} hint={hint} error={error}>
      <div className={styles.icons}>
        {offered.map(({ value: one, words, picture }) => (
          <label key={one} className={styles.icon}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === value}
              onChange={() => onChange(one)}
            />
            {picture}
            <span>{words}</span>
          </label>
        ))}
      </div>
    </FieldSet>
  )
}
