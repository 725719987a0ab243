import type { ReactNode } from 'react'
import { CheckboxField } from '../../parts/checkbox-field.tsx'
import { FieldSet } from '../../parts/field-set.tsx'
import styles from './checks-field.module.css'
import type { Option } from './field-spec.ts'

type Value = string | number

/** Several out of a few, each with its box. */
export function ChecksField({
  label,
  hint,
  error,
  options,
  chosen,
  onChange,
}: {
  label: string
  hint: ReactNode
  error: string | undefined
  options: readonly Option[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
}) {
  return (
    <FieldSet legend={label} hint={hint} error={error}>
      <div className={styles.boxes}>
        {options.map(({ value, words }) => (
          <CheckboxField
            key={value}
            label={words}
            isChecked={chosen.includes(value)}
            // In the order of the options, so that undoing a click changes nothing.
            onChange={(isOn) =>
              onChange(
                options
                  .map((option) => option.value)
                  .filter((each) => (each === value ? isOn : chosen.includes(each))),
              )
            }
          />
        ))}
      </div>
    </FieldSet>
  )
}
