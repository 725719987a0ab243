import { useSearchParams } from 'react-router'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { FilterRow } from '../frame/filter-row.tsx'

interface Filtered {
  id: number
  title: string
  is_retired: boolean
}

export function useCloudFilter<C extends Filtered>(clouds: readonly C[]) {
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('cloud'))
  const cloud = clouds.find(({ id }) => id === asked)
  return {
    chosen: cloud?.id,
    shown: cloud === undefined ? clouds : [cloud],
    search: cloud === undefined ? '' : `?cloud=${cloud.id}`,
    pick(id: string) {
      setParams(id === '' ? {} : { cloud: id }, { replace: true, preventScrollReset: true })
    },
  }
}

export function CloudFilter({
  filter,
  clouds,
}: {
  filter: { chosen: number | undefined; pick: (id: string) => void }
  clouds: readonly Filtered[]
}) {
  return (
    <FilterRow>
      <SelectField name="cloud" label="Cloud" value={filter.chosen ?? ''} onPick={filter.pick}>
        <option value="">All clouds</option>
        {clouds.map(({ id, title, is_retired: isRetired }) => (
          <option key={id} value={id}>
            {isRetired ? `${title} (retired)` : title}
          </option>
        ))}
      </SelectField>
    </FilterRow>
  )
}
