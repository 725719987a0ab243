import type { RecordRow } from '../../contract/admin/records.ts'
import type { AdminRecordRow } from '../../db/admin-records.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { sortOf } from './edit-refusal.ts'

export function presentRow({ clouds_touched, ...row }: AdminRecordRow, mayEdit: MayEdit): RecordRow {
  return {
    ...row,
    from_time: iso(row.from_time),
    to_time: iso(row.to_time),
    next_update: iso(row.next_update),
    closed_on: iso(row.closed_on),
    publish_at: iso(row.publish_at),
    posted_on: iso(row.posted_on),
    updated_on: row.updated_on.toISOString(),
    can_edit: mayEdit(sortOf({ ...row, clouds: clouds_touched })),
  }
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
