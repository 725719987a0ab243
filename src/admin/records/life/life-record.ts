import type { AdminRecord, RecordContent } from '../../../contract/admin/record-content.ts'

/** What a step in the life of a record needs to know of it. */
export interface LifeRecord
  extends Pick<RecordContent, 'title' | 'kind' | 'status_id' | 'severity_tid' | 'next_update' | 'to_time'> {
  id: number
  /** Of its last publication, as this author saw it. */
  edition: number | null
}

export interface LifeDialogProps {
  record: LifeRecord
  /** With the record as it is after the step. */
  onDone: (record: AdminRecord) => void
  onClose: () => void
}

export function lifeRecordOf({ id, edition, content }: AdminRecord): LifeRecord {
  const { title, kind, status_id, severity_tid, next_update, to_time } = content
  return { id, edition, title, kind, status_id, severity_tid, next_update, to_time }
}
