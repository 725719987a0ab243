import type { CallInput } from '../../contract/calls.ts'

/** L-12: what a list of records can be narrowed down by, under the names that the address has for it. */
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

/** What the server is asked for. What an address says wrongly, the server refuses in words. */
export function recordsInput(query: RecordQuery, page: number): RecordsInput {
  const asked = Object.entries(query).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(asked), ...(page > 0 && { page }) } as RecordsInput
}
