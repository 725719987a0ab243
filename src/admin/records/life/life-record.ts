import type { AdminRecord, RecordContent } from '../../../contract/admin/record-content.ts'

/** What the life-cycle dialogs need. */
export interface LifeRecord
  extends Pick<RecordContent, 'title' | 'kind' | 'status_id' | 'severity_tid' | 'next_update'> {
  id: number
}

export interface LifeDialogProps {
  record: LifeRecord
  /** Called with the updated record. */
  onDone: (record: AdminRecord) => void
  onClose: () => void
}

export function lifeRecordOf({ id, content }: AdminRecord): LifeRecord {
  const { title, kind, status_id, severity_tid, next_update } = content
  return { id, title, kind, status_id, severity_tid, next_update }
}
