import type { Choices } from '../../../contract/admin/choices.ts'
import { ErrorSign } from '../../../ui/parts/error-sign.tsx'
import { CentersByRegion } from '../../editor/pickers/centers-by-region.tsx'
import { TickGroup } from '../../editor/pickers/tick-group.tsx'
import { FieldSet } from '../../parts/field-set.tsx'
import { LoadingLines } from '../../parts/loading-lines.tsx'
import styles from './step-form.module.css'
import type { MovedPlacesOfUpdate } from './use-moved-places.ts'

/** What this update says is affected from now on. Readers see each change in the history. */
export function UpdatePlaces({
  moving,
  choices,
  errors,
  isOpen,
  onOpen,
}: {
  moving: MovedPlacesOfUpdate
  choices: Choices | undefined
  errors: Readonly<Record<string, string>>
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}) {
  const { places, problem, moved } = moving
  const added = (moved.add_services?.length ?? 0) + (moved.add_data_centers?.length ?? 0)
  const removed = (moved.remove_services?.length ?? 0) + (moved.remove_data_centers?.length ?? 0)
  const counts = [
    ...(added > 0 ? [`${added} added`] : []),
    ...(removed > 0 ? [`${removed} no longer affected`] : []),
  ]
  const error = ERROR_FIELDS.flatMap((field) => errors[field] ?? [])[0]
  return (
    <details
      className={styles.more}
      open={isOpen || error !== undefined || undefined}
      onToggle={(event) => onOpen(event.currentTarget.open)}
    >
      <summary>
        Affected services and data centers
        <span className={styles.counts}>{counts.length === 0 ? 'unchanged' : counts.join(', ')}</span>
      </summary>
      {error !== undefined && (
        <p className={styles.error}>
          <ErrorSign /> {error}
        </p>
      )}
      {problem !== undefined && <p className={styles.error}>{problem}</p>}
      {places === undefined || choices === undefined ? (
        problem === undefined && <LoadingLines />
      ) : (
        <Pickers moving={moving} clouds={places.clouds} choices={choices} />
      )}
    </details>
  )
}

const ERROR_FIELDS = ['add_services', 'remove_services', 'add_data_centers', 'remove_data_centers']

function Pickers({
  moving: { has, set },
  clouds,
  choices,
}: {
  moving: MovedPlacesOfUpdate
  clouds: readonly number[]
  choices: Choices
}) {
  const categories = choices.service_categories
    .filter(({ cloud_id }) => clouds.includes(cloud_id))
    .map((category) => ({
      ...category,
      cloud: choices.clouds.find(({ id }) => id === category.cloud_id)?.domain ?? '',
      services: category.services.filter(({ tid, is_retired }) => !is_retired || has('services', tid)),
    }))
    .filter(({ services }) => services.length > 0)
  const regions = choices.regions
    .map((region) => ({
      ...region,
      data_centers: region.data_centers.filter(
        ({ tid, is_retired, clouds: of }) =>
          has('data_centers', tid) || (!is_retired && of.some((cloud) => clouds.includes(cloud))),
      ),
    }))
    .filter(({ data_centers }) => data_centers.length > 0)
  return (
    <div className={styles.columns}>
      {categories.length > 0 && (
        <FieldSet legend="Services">
          <div>
            {categories.map(({ tid, cloud, title, services }) => (
              <TickGroup
                key={tid}
                title={clouds.length === 1 ? title : `${cloud} · ${title}`}
                things={services}
                isOpen={services.some((service) => has('services', service.tid))}
                has={(service) => has('services', service)}
                onSet={(tids, isPicked) => set('services', tids, isPicked)}
              />
            ))}
          </div>
        </FieldSet>
      )}
      {regions.length > 0 && (
        <FieldSet legend="Data centers">
          <CentersByRegion
            regions={regions}
            has={(center) => has('data_centers', center)}
            onSet={(tids, isPicked) => set('data_centers', tids, isPicked)}
          />
        </FieldSet>
      )}
    </div>
  )
}
