import type { SiteRows } from '../db/site.ts'
import type { SiteMaintenance } from '../domain/site-maintenance.ts'

/** O-02: reads the setting `maintenance` field by field, so that other values in it stay private. */
export function toMaintenance({ settings }: Pick<SiteRows, 'settings'>): SiteMaintenance | null {
  const set = settings.find(({ key }) => key === 'maintenance')?.value as Partial<Setting> | undefined
  if (set?.is_on !== true) return null
  const endsAt = typeof set.ends_at === 'string' ? new Date(set.ends_at) : null
  return {
    message: typeof set.message === 'string' ? set.message : '',
    endsAt: endsAt === null || Number.isNaN(endsAt.getTime()) ? null : endsAt,
  }
}

interface Setting {
  is_on: unknown
  message: unknown
  ends_at: unknown
}
