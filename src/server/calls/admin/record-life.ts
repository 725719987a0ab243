import { notYet } from './not-yet.ts'

export const recordLifeHandlers = notYet(
  'POST /api/admin/records/:id/updates',
  'POST /api/admin/records/:id/updates/:update',
  'POST /api/admin/records/:id/resolve',
  'POST /api/admin/records/:id/reopen',
  'POST /api/admin/records/:id/start',
  'POST /api/admin/records/:id/postpone',
  'POST /api/admin/records/:id/cancel',
)
