import type { Choices } from '../../contract/admin/choices.ts'
import type { Nameable } from '../../domain/automation/find-named.ts'
import type { NotificationType } from '../../domain/notification-type.ts'
import { OVER_HERE } from '../../domain/place-states.ts'

export type Things = Omit<
  Choices,
  'tags' | 'clusters' | 'staff' | 'post_mortem_days' | 'products' | 'limited_to'
>

export function namesOfClouds({ clouds }: Things): Nameable[] {
  return clouds.map(({ id, machine_name, is_retired }) => ({
    id,
    names: [machine_name],
    isRetired: is_retired,
  }))
}

/** Only of these clouds: every cloud may have a service of the same name. */
export function namesOfServices({ service_categories }: Things, clouds: readonly number[]): Nameable[] {
  return service_categories
    .filter(({ cloud_id }) => clouds.includes(cloud_id))
    .flatMap(({ title, services }) =>
      services.map(({ tid, name, is_retired }) => ({
        id: tid,
        names: [name, `${title}/${name}`],
        isRetired: is_retired,
      })),
    )
}

export function namesOfDataCenters({ regions }: Things): Nameable[] {
  return regions.flatMap(({ data_centers }) =>
    data_centers.map(({ tid, name, is_retired }) => ({ id: tid, names: [name], isRetired: is_retired })),
  )
}

export function namesOfSeverities({ severities }: Things): Nameable[] {
  return severities.map(({ tid, name, is_retired }) => ({ id: tid, names: [name], isRetired: is_retired }))
}

export function namesOfPlaceSeverities(things: Things): Nameable[] {
  return namesOfSeverities(things).map((severity) =>
    severity.id === OVER_HERE
      ? { ...severity, names: ['recovered', 'finished', ...severity.names], isRetired: false }
      : severity,
  )
}

export function namesOfStatuses({ statuses }: Things): Nameable[] {
  return statuses.map((status) => ({
    id: status.id,
    names: [status.class, status.name],
    isRetired: status.is_retired,
  }))
}

export function namesOfTerms({ terms }: Things, type: NotificationType | null): Nameable[] {
  return terms
    .filter(({ notification_type }) => notification_type === type)
    .map(({ tid, name, group_name, is_retired }) => ({
      id: tid,
      names: [name, `${group_name}/${name}`],
      isRetired: is_retired,
    }))
}
