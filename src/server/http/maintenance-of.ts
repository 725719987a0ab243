import type { SiteMaintenance } from '../../domain/site-maintenance.ts'
import type { AppContext } from '../context.ts'

/** O-02: closed by staff or by configuration. The message from the configuration takes precedence. */
export function maintenanceOf({
  config,
  holder,
}: Pick<AppContext, 'config' | 'holder'>): SiteMaintenance | null {
  const byStaff = holder.current()?.edition.site.maintenance ?? null
  if (!config.isInMaintenance) return byStaff
  return {
    message: config.maintenanceMessage ?? byStaff?.message ?? '',
    endsAt: byStaff?.endsAt ?? null,
  }
}
