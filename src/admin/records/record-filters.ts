import type { CallInput } from '../../contract/calls.ts'

/** L-12: named as in the address. */
export const RECORD_FILTERS = [
  'q',
  'kind',
  'notification_type',
  'state',
  'cloud',
  'status',
  'severity',
] as const
export type RecordFilter = (typeof RECORD_FILTERS)[number]
export type RecordQuery = Readonly<Record<RecordFilter, string>>

type RecordsInput = CallInput<'GET /api/admin/records'>

/** Invalid values are left to the server, which explains them. */
export function recordsInput(query: RecordQuery, page: number): RecordsInput {
  const asked = Object.entries(query).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(asked), ...(page > 0 && { page }) } as RecordsInput
}
