import type { AdminRecord, RecordContent } from '../../../contract/admin/record-content.ts'

export interface LifeRecord
  extends Pick<RecordContent, 'title' | 'kind' | 'status_id' | 'severity_tid' | 'next_update' | 'to_time'> {
  id: number
  /** The last publication that this author saw. */
  edition: number | null
}

export interface LifeDialogProps {
  record: LifeRecord
  onDone: (record: AdminRecord) => void
  onClose: () => void
}

export function lifeRecordOf({ id, edition, content }: AdminRecord): LifeRecord {
  const { title, kind, status_id, severity_tid, next_update, to_time } = content
  return { id, edition, title, kind, status_id, severity_tid, next_update, to_time }
}
