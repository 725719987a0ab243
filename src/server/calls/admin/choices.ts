import { notYet } from './not-yet.ts'

export const choiceHandlers = notYet('GET /api/admin/choices')
