import type { RecordRow } from '../../contract/admin/records.ts'

export interface RecordStep {
  kind: 'update' | 'resolve'
  record: RecordRow
}
