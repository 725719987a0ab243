import { SelectField } from '../../ui/forms/select-field.tsx'
import styles from './filter-bar.module.css'

export interface FilterOption {
  value: string
  name: string
  group?: string
}

export function FilterSelect({
  label,
  any,
  value,
  options,
  onPick,
}: {
  label: string
  any: string
  value: string
  options: readonly FilterOption[]
  onPick: (value: string) => void
}) {
  return (
    <SelectField
      className={value === '' ? styles.select : `${styles.select} ${styles.set}`}
      label={label}
      value={value}
      onPick={onPick}
    >
      <option value="">{any}</option>
      {groupsOf(options).map(({ title, options }) =>
        title === undefined ? (
          <Options key="" options={options} />
        ) : (
          <optgroup key={title} label={title}>
            <Options options={options} />
          </optgroup>
        ),
      )}
    </SelectField>
  )
}

function Options({ options }: { options: readonly FilterOption[] }) {
  return options.map(({ value, name }) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}

function groupsOf(options: readonly FilterOption[]) {
  const groups = new Map<string | undefined, FilterOption[]>()
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option])
  return [...groups].map(([title, options]) => ({ title, options }))
}
