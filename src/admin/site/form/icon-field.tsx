import { type ReactNode, useId } from 'react'
import { FieldSet } from '../../parts/field-set.tsx'
import styles from './icon-field.module.css'

export interface IconChoice {
  value: string
  words: string
  picture: ReactNode
  meaning?: string
  isDisabled?: boolean
}

/** A value that has no picture here stays available, under its name. */
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
  const offered: readonly IconChoice[] = isOther
    ? [...choices, { value, words: value, picture: null }]
    : choices
  return (
    <FieldSet legend={label} hint={hint} error={error}>
      <div className={styles.icons}>
        {offered.map(({ value: one, words, picture, meaning, isDisabled }) => (
          <label key={one} className={styles.icon} data-wide={meaning === undefined ? undefined : ''}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === value}
              disabled={isDisabled}
              onChange={() => onChange(one)}
            />
            {picture}
            <span>
              {words}
              {meaning !== undefined && <span className={styles.meaning}>{meaning}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldSet>
  )
}
