import { useId } from 'react'
import type { DataCenterRow } from '../../../../contract/admin/site/data-centers.ts'
import fieldStyles from '../../../../ui/forms/field.module.css'
import { FieldFrame } from '../../../../ui/forms/field-frame.tsx'

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
  const id = useId()
  const offered = centers
    .filter((center) => !center.is_retired || center.id === value)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  return (
    <FieldFrame id={id} label={label} hint={undefined} error={error}>
      {(described) => (
        <select
          {...described}
          id={id}
          className={fieldStyles.input}
          value={value ?? ''}
          onChange={({ currentTarget }) =>
            onPick(currentTarget.value === '' ? undefined : Number(currentTarget.value))
          }
        >
          <option value="">{none}</option>
          {offered.map((center) => (
            <option key={center.id} value={center.id}>
              {center.name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
