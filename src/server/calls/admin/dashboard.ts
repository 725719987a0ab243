import { deliverySummary } from '../../../delivery/reports/delivery-summary.ts'
import { can } from '../../../domain/access.ts'
import { mayEditAs, readableSorts } from '../../../domain/newsroom/may-edit.ts'
import { readDashboard } from '../../../publishing/dashboard/read-dashboard.ts'
import type { Handlers } from '../asked.ts'

export const dashboardHandlers: Handlers<'GET /api/admin/dashboard'> = {
  'GET /api/admin/dashboard': async ({ context, viewer }) => {
    const now = context.clock()
    const [newsroom, deliveries] = await Promise.all([
      readDashboard(context.newsroom.db, {
        now,
        userId: viewer.uid,
        mayEdit: mayEditAs(viewer),
        reader: readableSorts(viewer),
      }),
      can(viewer.roles, 'see-deliveries') ? deliverySummary(context.delivery, now) : null,
    ])
    return { data: { ...newsroom, deliveries } }
  },
}
