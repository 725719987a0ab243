import type { RecordApproval } from '../../../contract/admin/approval-fields.ts'
import type { AdminRecord, RecordContent } from '../../../contract/admin/record-content.ts'

export interface LifeRecord
  extends Pick<RecordContent, 'title' | 'kind' | 'status_id' | 'severity_tid' | 'next_update' | 'to_time'> {
  id: number
  /** The last publication that this author saw. */
  edition: number | null
  /** Absent in lists: the refusal of a step says that it needs a second person. */
  approval?: Pick<RecordApproval, 'needs'>
}

export interface LifeDialogProps {
  record: LifeRecord
  onDone: (record: AdminRecord) => void
  onClose: () => void
}

export function lifeRecordOf({ id, edition, content, approval }: AdminRecord): LifeRecord {
  const { title, kind, status_id, severity_tid, next_update, to_time } = content
  return { id, edition, title, kind, status_id, severity_tid, next_update, to_time, approval }
}
