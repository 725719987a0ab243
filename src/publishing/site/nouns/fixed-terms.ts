import { SEVERITY } from '../../../domain/record.ts'

/** Fixed by the specification. Pages, mails and rules know them by number and name. */
const FIXED_SEVERITIES: ReadonlySet<number> = new Set(Object.values(SEVERITY))
const LAST_FIXED_STATUS = 8

export function isFixedSeverity(tid: number): boolean {
  return FIXED_SEVERITIES.has(tid)
}

/** Scheduled, In Progress, Monitoring, Completed, Resolved, Remediated, Postponed, Archived. */
export function isFixedStatus(id: number): boolean {
  return id >= 1 && id <= LAST_FIXED_STATUS
}
