import type { AdminRecord, RecordContent } from '../../../contract/admin/record-content.ts'

export interface LifeRecord
  extends Pick<RecordContent, 'title' | 'kind' | 'status_id' | 'severity_tid' | 'next_update'> {
  id: number
}

export interface LifeDialogProps {
  record: LifeRecord
  onDone: (record: AdminRecord) => void
  onClose: () => void
}

export function lifeRecordOf({ id, content }: AdminRecord): LifeRecord {
  const { title, kind, status_id, severity_tid, next_update } = content
  return { id, title, kind, status_id, severity_tid, next_update }
}
