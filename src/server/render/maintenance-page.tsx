import { renderToStaticMarkup } from 'react-dom/server'
import { type ClosedSite, MAINTENANCE_TITLE, MaintenanceNotice } from '../../web/shell/maintenance-notice.tsx'

/** O-02: the whole page while the site is closed. It needs no script. */
export function maintenancePage({ endsAt, now, ...rest }: Omit<ClosedSite, 'until'> & Ending) {
  // Don't show an end time in the past.
  const until = endsAt !== null && endsAt > now ? endsAt.toISOString() : undefined
  return {
    meta: { title: MAINTENANCE_TITLE, description: rest.message, noindex: true },
    html: renderToStaticMarkup(<MaintenanceNotice {...rest} until={until} />),
  }
}

interface Ending {
  endsAt: Date | null
  now: Date
}
