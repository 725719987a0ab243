import type { DataCenterRow } from '../../../../contract/admin/site/data-centers.ts'
import { ChoiceField } from '../../../../ui/forms/choice-field.tsx'

export function CenterSelect({
  label,
  none,
  centers,
  value,
  error,
  onPick,
}: {
  label: string
  none: string
  centers: readonly DataCenterRow[]
  value: number | undefined
  error?: string | undefined
  onPick: (tid: number | undefined) => void
}) {
  const offered = centers
    .filter((center) => !center.is_retired || center.id === value)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  return (
    <ChoiceField
      label={label}
      error={error}
      value={value ?? ''}
      onPick={(picked) => onPick(picked === '' ? undefined : Number(picked))}
    >
      <option value="">{none}</option>
      {offered.map((center) => (
        <option key={center.id} value={center.id}>
          {center.name}
        </option>
      ))}
    </ChoiceField>
  )
}
