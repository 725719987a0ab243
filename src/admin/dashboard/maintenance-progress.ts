import type { RecordRow } from '../../contract/admin/records.ts'
import { STATUS } from '../../domain/newsroom/empty-content.ts'

export type MaintenanceProgress =
  | { kind: 'ahead' }
  | { kind: 'late' }
  | { kind: 'in-progress' }
  | { kind: 'overrunning' }

export function maintenanceProgress(
  { status_id, from_time, to_time }: Pick<RecordRow, 'status_id' | 'from_time' | 'to_time'>,
  now: string,
): MaintenanceProgress {
  const isAhead = status_id === STATUS.scheduled || status_id === STATUS.postponed
  if (isAhead) return { kind: isOver(from_time, now) ? 'late' : 'ahead' }
  return { kind: isOver(to_time, now) ? 'overrunning' : 'in-progress' }
}

function isOver(time: string | null, now: string) {
  return time !== null && Date.parse(time) < Date.parse(now)
}
