import { auditChoices, auditPage } from '../../../accounts/staff-desk/read-audit.ts'
import { deliverySummary } from '../../../delivery/reports/delivery-summary.ts'
import { adminFigures } from '../../../delivery/reports/figures.ts'
import { can } from '../../../domain/access.ts'
import { mayEditAs, readableSorts } from '../../../domain/newsroom/may-edit.ts'
import { USUAL_FIGURE_DAYS } from '../../../domain/notifying/figure-days.ts'
import { readDashboard } from '../../../publishing/dashboard/read-dashboard.ts'
import { readChoices } from '../../../publishing/records/read-choices.ts'
import type { Handlers } from '../asked.ts'

export const overviewHandlers: Handlers<
  | 'GET /api/admin/dashboard'
  | 'GET /api/admin/figures'
  | 'GET /api/admin/audit'
  | 'GET /api/admin/audit/choices'
  | 'GET /api/admin/choices'
> = {
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

  'GET /api/admin/figures': async ({ context, input: { days = USUAL_FIGURE_DAYS } }) => ({
    data: await adminFigures(context.delivery, { days, now: context.clock() }),
  }),

  'GET /api/admin/audit': ({ context, viewer, input: { before, ...query } }) =>
    auditPage(context.accounts.desk, { query, reader: viewer, before }),

  'GET /api/admin/audit/choices': async ({ context }) => ({
    data: await auditChoices(context.accounts.desk),
  }),

  'GET /api/admin/choices': async ({ context, viewer }) => ({
    data: await readChoices(context.newsroom.db, readableSorts(viewer)),
  }),
}
