import { auditChoices, auditPage } from '../../../accounts/staff-desk/read-audit.ts'
import type { Handlers } from '../asked.ts'

export const auditHandlers: Handlers<'GET /api/admin/audit' | 'GET /api/admin/audit/choices'> = {
  'GET /api/admin/audit': ({ context, input: { before, ...query } }) =>
    auditPage(context.accounts.desk, { query, before }),

  'GET /api/admin/audit/choices': async ({ context }) => ({
    data: await auditChoices(context.accounts.desk),
  }),
}
