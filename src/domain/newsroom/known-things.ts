import type { NotificationType } from '../notification-type.ts'
import type { StatusTraits } from './derive-record.ts'

/** What a record can name, retired things too. The answer of `GET /api/admin/choices` is one. */
export interface KnownThings {
  clouds: readonly { id: number }[]
  /** Of one cloud each. */
  service_categories: readonly { cloud_id: number; services: readonly { tid: number }[] }[]
  regions: readonly { data_centers: readonly { tid: number }[] }[]
  severities: readonly { tid: number }[]
  statuses: readonly (StatusTraits & { id: number })[]
  terms: readonly { tid: number; notification_type: NotificationType }[]
}

/** Services by the cloud that they are of. */
export function cloudOfServices({ service_categories }: KnownThings): Map<number, number> {
  return new Map(
    service_categories.flatMap(({ cloud_id, services }) =>
      services.map(({ tid }) => [tid, cloud_id] as const),
    ),
  )
}

export function dataCenterTids({ regions }: KnownThings): Set<number> {
  return new Set(regions.flatMap(({ data_centers }) => data_centers.map(({ tid }) => tid)))
}

export function termTids({ terms }: KnownThings, type: NotificationType | null): Set<number> {
  return new Set(terms.filter(({ notification_type }) => notification_type === type).map(({ tid }) => tid))
}
