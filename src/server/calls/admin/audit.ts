import { auditChoices, auditPage } from '../../../accounts/staff-desk/read-audit.ts'
import type { Handlers } from '../asked.ts'

export const auditHandlers: Handlers<'GET /api/admin/audit' | 'GET /api/admin/audit/choices'> = {
  'GET /api/admin/audit': ({ context, viewer, input: { before, ...query } }) =>
    auditPage(context.accounts.desk, { query, reader: viewer, before }),

  'GET /api/admin/audit/choices': async ({ context }) => ({
    data: await auditChoices(context.accounts.desk),
  }),
}
