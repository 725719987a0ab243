import type { NotificationType } from '../notification-type.ts'
import type { StatusTraits } from './derive-record.ts'

/** Including retired things. The answer of `GET /api/admin/choices` has this shape. */
export interface KnownThings {
  clouds: readonly { id: number; is_retired?: boolean }[]
  service_categories: readonly { cloud_id: number; services: readonly { tid: number }[] }[]
  regions: readonly { data_centers: readonly { tid: number }[] }[]
  severities: readonly { tid: number }[]
  statuses: readonly (StatusTraits & { id: number })[]
  terms: readonly { tid: number; notification_type: NotificationType }[]
}

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
