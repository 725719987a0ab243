import { notYet } from './not-yet.ts'

export const recordHandlers = notYet(
  'GET /api/admin/records',
  'GET /api/admin/records/:id',
  'POST /api/admin/records',
  'POST /api/admin/records/:id/copy',
  'POST /api/admin/records/:id/draft',
  'POST /api/admin/records/:id/discard',
  'POST /api/admin/records/:id/preview',
  'POST /api/admin/records/:id/publish',
  'POST /api/admin/records/:id/schedule',
  'POST /api/admin/records/:id/unschedule',
  'POST /api/admin/records/:id/unpublish',
  'POST /api/admin/records/:id/archive',
)
