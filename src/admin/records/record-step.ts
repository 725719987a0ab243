import type { RecordRow } from '../../contract/admin/records.ts'

/** What somebody is about to do with a record of a list. */
export interface RecordStep {
  kind: 'update' | 'resolve'
  record: RecordRow
}
