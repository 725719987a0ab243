import type { RecordKind } from '../../domain/record.ts'

/** Built-in statuses that make no sense for a kind of record. Statuses that staff added fit everywhere. */
const UNFIT: Record<RecordKind, readonly string[]> = {
  incident: ['scheduled', 'completed', 'remediated', 'postponed'],
  maintenance: ['resolved', 'remediated'],
  advisory: ['scheduled', 'completed', 'resolved', 'postponed'],
  notification: ['remediated', 'postponed'],
}

/** Whether to offer a status for records of a kind. Older records may have others. */
export function statusFits(kind: RecordKind, status: { class: string }): boolean {
  return !UNFIT[kind].includes(status.class)
}
