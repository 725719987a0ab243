import { notYet } from './not-yet.ts'

export const dashboardHandlers = notYet('GET /api/admin/dashboard')
