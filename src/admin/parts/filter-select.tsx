import { useId } from 'react'
import { Caret } from '../../ui/parts/caret.tsx'
import styles from './filter-bar.module.css'

export interface FilterOption {
  value: string
  name: string
}

export function FilterSelect({
  label,
  any,
  value,
  options,
  onPick,
}: {
  label: string
  /** "Any status" */
  any: string
  value: string
  options: readonly FilterOption[]
  onPick: (value: string) => void
}) {
  const id = useId()
  return (
    <span className={styles.select} data-set={value === '' ? undefined : ''}>
      <label className="hidden" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="button"
        value={value}
        onChange={(event) => onPick(event.currentTarget.value)}
      >
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      <Caret className={styles.caret} />
    </span>
  )
}
