import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import type { Tab } from './tab-list.tsx'

/** What `TabList` is where there is no room for tabs. */
export function TabSelect({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
}) {
  return (
    <ChoiceField name="tab" label={label} value={selected} onPick={onSelect}>
      {tabs.map(({ id, name, count = 0 }) => (
        <option key={id} value={id}>
          {count > 0 ? `${name} (${count.toLocaleString('en-US')})` : name}
        </option>
      ))}
    </ChoiceField>
  )
}
