import type { ComponentProps } from 'react'
import type { Choices } from '../../../contract/admin/choices.ts'
import type { PlaceKind } from '../../../domain/place-address.ts'
import { statesThatFit } from '../../../domain/place-states.ts'
import type { RecordKind } from '../../../domain/record.ts'
import { ErrorSign } from '../../../ui/parts/error-sign.tsx'
import { hasPlaceStates, PlaceStates, type StatedPlaces } from '../../editor/pickers/place-states.tsx'
import { CentersField, ServicesField } from '../../editor/pickers/places-fields.tsx'
import { LoadingLines } from '../../parts/loading-lines.tsx'
import styles from './step-form.module.css'
import type { MovedPlacesOfUpdate } from './use-moved-places.ts'

export function UpdatePlaces({
  moving,
  record,
  choices,
  errors,
  isOpen,
  onOpen,
}: {
  moving: MovedPlacesOfUpdate
  /** With the severity that the update gives it. */
  record: { kind: RecordKind; severity_tid: number }
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
    ...(moved.place_states === undefined ? [] : [`${moved.place_states.length} changed`]),
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
        <Pickers
          moving={moving}
          of={{
            ...places,
            ...record,
            place_states: statesThatFit(places.place_states, { ...places, ...record }),
          }}
          choices={choices}
        />
      )}
    </details>
  )
}

const ERROR_FIELDS = [
  'place_states',
  'add_services',
  'remove_services',
  'add_data_centers',
  'remove_data_centers',
]

function Pickers({
  moving,
  of,
  choices,
}: {
  moving: MovedPlacesOfUpdate
  of: StatedPlaces & { clouds: readonly number[] }
  choices: Choices
}) {
  const { clouds, services, data_centers } = of
  const statesAt = (place: PlaceKind, field: 'services' | 'data_centers', all: readonly NamedThing[]) => {
    const things = all.filter(({ tid }) => of[field].includes(tid))
    if (things.length === 0 || !hasPlaceStates(of)) return null
    return (
      <PlaceStates
        label={place === 'service' ? 'Services, chosen' : 'Data centers, chosen'}
        place={place}
        things={things}
        of={of}
        choices={choices}
        onChange={moving.setState}
        onRemove={(tid) =>
          moving.set(
            field,
            of[field].filter((each) => each !== tid),
          )
        }
      />
    )
  }
  return (
    <div className={styles.columns}>
      <ServicesField
        clouds={clouds}
        tids={services}
        choices={choices}
        onChange={(tids) => moving.set('services', tids)}
      >
        {statesAt(
          'service',
          'services',
          choices.service_categories.flatMap((category) => category.services),
        )}
      </ServicesField>
      <CentersField
        clouds={clouds}
        tids={data_centers}
        choices={choices}
        onChange={(tids) => moving.set('data_centers', tids)}
      >
        {statesAt(
          'data-center',
          'data_centers',
          choices.regions.flatMap((region) => region.data_centers),
        )}
      </CentersField>
    </div>
  )
}

type NamedThing = ComponentProps<typeof PlaceStates>['things'][number]
