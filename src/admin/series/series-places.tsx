import type { Choices } from '../../contract/admin/choices.ts'
import { CentersByRegion } from '../editor/pickers/centers-by-region.tsx'
import { TickGroup } from '../editor/pickers/tick-group.tsx'
import { FieldSet } from '../parts/field-set.tsx'
import type { SetField } from '../site/form/field-spec.ts'
import type { SeriesValues } from './series-values.ts'

interface PlacesField {
  values: SeriesValues
  set: SetField<SeriesValues>
  error: string | undefined
  choices: Choices
}

/** Services of the selected clouds. Empty means the whole cloud. */
export function SeriesServices({ values, set, error, choices }: PlacesField) {
  const clouds = values['content.clouds']
  const picked = picking(values['content.services'], (tids) => set('content.services', tids))
  const offered = choices.service_categories
    .filter(({ cloud_id }) => clouds.includes(cloud_id))
    .map((category) => ({
      ...category,
      cloud: choices.clouds.find(({ id }) => id === category.cloud_id)?.title ?? '',
      services: category.services.filter(({ tid, is_retired }) => !is_retired || picked.has(tid)),
    }))
    .filter(({ services }) => services.length > 0)
  return (
    <FieldSet
      legend="Services"
      hint={offered.length === 0 ? 'Choose a cloud first.' : 'None chosen: it affects the whole cloud.'}
      error={error}
    >
      <div>
        {offered.map(({ tid, cloud, title, services }) => (
          <TickGroup
            key={tid}
            title={`${cloud} · ${title}`}
            things={services}
            isOpen={offered.length === 1}
            has={picked.has}
            onSet={picked.set}
          />
        ))}
      </div>
    </FieldSet>
  )
}

export function SeriesCenters({ values, set, error, choices }: PlacesField) {
  const clouds = values['content.clouds']
  const picked = picking(values['content.data_centers'], (tids) => set('content.data_centers', tids))
  const regions = choices.regions
    .map((region) => ({
      ...region,
      data_centers: region.data_centers.filter(
        ({ tid, is_retired, clouds: of }) =>
          picked.has(tid) || (!is_retired && of.some((cloud) => clouds.includes(cloud))),
      ),
    }))
    .filter(({ data_centers }) => data_centers.length > 0)
  return (
    <FieldSet
      legend="Data centers"
      hint={regions.length === 0 ? 'Choose a cloud first.' : undefined}
      error={error}
    >
      {regions.length > 0 && <CentersByRegion regions={regions} has={picked.has} onSet={picked.set} />}
    </FieldSet>
  )
}

function picking(chosen: readonly number[], onChange: (tids: number[]) => void) {
  return {
    has: (tid: number) => chosen.includes(tid),
    set(tids: readonly number[], isPicked: boolean) {
      const rest = chosen.filter((tid) => !tids.includes(tid))
      onChange(isPicked ? [...rest, ...tids] : rest)
    },
  }
}
