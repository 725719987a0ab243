import type { RecordKind } from '../../domain/record.ts'

/** Statuses that staff added fit everywhere. */
const UNFIT: Record<RecordKind, readonly string[]> = {
  incident: ['scheduled', 'completed', 'remediated', 'postponed'],
  maintenance: ['resolved', 'remediated'],
  advisory: ['scheduled', 'completed', 'resolved', 'postponed'],
  notification: ['remediated', 'postponed'],
}

export function statusFits(kind: RecordKind, status: { class: string }): boolean {
  return !UNFIT[kind].includes(status.class)
}
