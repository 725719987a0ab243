import type { ReactNode } from 'react'
import type { Choices } from '../../../contract/admin/choices.ts'
import { FieldSet } from '../../parts/field-set.tsx'
import type { FieldSpec } from '../../site/form/field-spec.ts'
import { CentersByRegion } from './centers-by-region.tsx'
import { TickGroup } from './tick-group.tsx'

interface PlacesField {
  clouds: readonly number[]
  tids: readonly number[]
  onChange: (tids: number[]) => void
  /** What an empty choice means. */
  none?: string
  error?: string | undefined
  choices: Choices
  children?: ReactNode
}

/**
 * `names` says what the form calls the fields. Retired clouds, and those outside the author's rights, are
 * only shown if they are already chosen.
 */
export function placeFields<V extends object>(
  choices: Choices,
  values: V,
  {
    names,
    hint,
    none,
  }: {
    names: Record<'clouds' | 'services' | 'centers', keyof V & string>
    hint?: string
    none: { services: string; centers: string }
  },
): FieldSpec<V>[] {
  const chosenIn = (of: V, name: keyof V) => of[name] as readonly number[]
  const clouds = chosenIn(values, names.clouds)
  const isOffered = ({ id, is_retired }: { id: number; is_retired: boolean }) =>
    !is_retired && (choices.limited_to === null || choices.limited_to.includes(id))
  const ofPlaces = (
    name: keyof V & string,
    label: string,
    { Field, words, none }: { Field: typeof ServicesField; words: typeof serviceNames; none: string },
  ): FieldSpec<V> => ({
    name,
    kind: 'own',
    label,
    words: (of) => words(choices, chosenIn(of, name)),
    render: ({ set, error }) => (
      <Field
        clouds={clouds}
        tids={chosenIn(values, name)}
        none={none}
        onChange={(tids) => set(name, tids as V[typeof name])}
        error={error}
        choices={choices}
      />
    ),
  })
  return [
    {
      name: names.clouds,
      kind: 'checks',
      label: 'Clouds',
      hint,
      options: choices.clouds
        .filter((cloud) => isOffered(cloud) || clouds.includes(cloud.id))
        .map(({ id, title }) => ({ value: id, words: title })),
    },
    ofPlaces(names.services, 'Services', { Field: ServicesField, words: serviceNames, none: none.services }),
    ofPlaces(names.centers, 'Data centers', { Field: CentersField, words: centerNames, none: none.centers }),
  ]
}

export function ServicesField({ clouds, tids, onChange, none, error, choices, children }: PlacesField) {
  const picked = picking(tids, onChange)
  const offered = choices.service_categories
    // Chosen services stay visible without their cloud, so that they can be removed.
    .filter(
      ({ cloud_id, services }) => clouds.includes(cloud_id) || services.some(({ tid }) => picked.has(tid)),
    )
    .map((category) => ({
      ...category,
      cloud: choices.clouds.find(({ id }) => id === category.cloud_id)?.title ?? '',
      services: category.services.filter(({ tid, is_retired }) => !is_retired || picked.has(tid)),
    }))
    .filter(({ services }) => services.length > 0)
  return (
    <FieldSet legend="Services" hint={clouds.length === 0 ? 'Choose a cloud first.' : none} error={error}>
      {children}
      <div>
        {offered.map(({ tid, cloud, title, services }) => (
          <TickGroup
            key={tid}
            title={clouds.length === 1 ? title : `${cloud} · ${title}`}
            things={services}
            isOpen={offered.length === 1 || services.some((service) => picked.has(service.tid))}
            has={picked.has}
            onSet={picked.set}
          />
        ))}
      </div>
    </FieldSet>
  )
}

export function CentersField({ clouds, tids, onChange, none, error, choices, children }: PlacesField) {
  const picked = picking(tids, onChange)
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
    <FieldSet legend="Data centers" hint={clouds.length === 0 ? 'Choose a cloud first.' : none} error={error}>
      {children}
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

export function serviceNames({ service_categories }: Choices, tids: readonly number[]) {
  return namesIn(
    service_categories.flatMap(({ services }) => services),
    tids,
  )
}

export function centerNames({ regions }: Choices, tids: readonly number[]) {
  return namesIn(
    regions.flatMap(({ data_centers }) => data_centers),
    tids,
  )
}

function namesIn(things: readonly { tid: number; name: string }[], chosen: readonly number[]) {
  const names = things.filter(({ tid }) => chosen.includes(tid)).map(({ name }) => name)
  return names.length === 0 ? '(nothing)' : names.join(', ')
}
